import { randomFrom } from '../tests/sessions/random.ts'

/** Product files as Shopify, spreadsheets and other programs write them, the same for the same seed. */
export interface OddFile {
  name: string
  text: string
}

const CLASSIC = [
  ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Tags', 'Published'],
  ...['Option1 Name', 'Option1 Value', 'Option2 Name', 'Option2 Value', 'Option3 Name', 'Option3 Value'],
  ...['Variant SKU', 'Variant Grams', 'Variant Inventory Tracker', 'Variant Inventory Qty'],
  ...['Variant Inventory Policy', 'Variant Price', 'Variant Compare At Price', 'Variant Barcode'],
  ...['Image Src', 'Image Position', 'Image Alt Text', 'Gift Card', 'SEO Title', 'SEO Description'],
  ...['Variant Image', 'Status', 'Fabric (product.metafields.shopify.fabric)'],
]
/** Names of the newest template, by those of the classic export. */
const NEWEST: Record<string, string> = {
  Handle: 'URL handle',
  'Body (HTML)': 'Description',
  Published: 'Published on online store',
  'Variant SKU': 'SKU',
  'Variant Inventory Tracker': 'Inventory tracker',
  'Variant Inventory Qty': 'Inventory quantity',
  'Variant Inventory Policy': 'Continue selling when out of stock',
  'Variant Price': 'Price',
  'Variant Compare At Price': 'Compare-at price',
  'Variant Barcode': 'Barcode',
  'Image Src': 'Product image URL',
  'Variant Image': 'Variant image URL',
}
const OPTIONS: [name: string, values: string[]][] = [
  ['Size', ['xs', 'S', 'M', '2XL', 'Free Size', '6" hem', '38,5', '1 = one']],
  ['Colour', ['White/Yellow', 'नीला', 'Rouge & "Or"', 'Black; matte', '+Red', 'Indigo']],
  ['Length', ['44', '46', '48 in', "5' 6", '2,5 m']],
  ['Blouse piece', ['With', 'Without', 'Stitched – 34']],
  ['Color', ['red', 'Red', 'navy blue']],
]
const BODIES = [
  '',
  'Plain text, with "quotes" & an ampersand',
  '<p>Soft &amp; <strong>light</strong></p>\n<ul><li>Line&nbsp;dry</li>\r\n<li>5&quot; border</li></ul>',
  'Two lines\nof text',
  '<h1>कुर्ता</h1><div style="x"><p>सूती <script>alert(1)</script></p></div>',
]
const TITLES = [
  'Kurta',
  'Saree, "Kanjeevaram"',
  'साड़ी',
  'Top\nwith lace',
  '=Shirt',
  ' Lehenga ',
  'Ünstitched süit',
]
const FILES = 12
const PRODUCTS_PER_FILE = 25

export function oddShopifyFiles(seed: number): OddFile[] {
  return Array.from({ length: FILES }, (_, at) => oddFile(at, randomFrom(seed + at)))
}

function oddFile(at: number, random: () => number): OddFile {
  const pick = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)]
    if (found === undefined) throw new Error('Nothing to choose from.')
    return found
  }
  const isNewest = at % 3 === 1
  const isMixed = at % 2 === 1
  const separator = at % 4 === 2 ? ';' : at % 4 === 3 ? '\t' : ','
  const lineEnd = at % 2 === 0 ? '\n' : '\r\n'
  const start = at % 3 === 0 ? '\ufeff' : ''
  const columns = isMixed ? shuffled(CLASSIC, random) : CLASSIC
  const rows = Array.from({ length: PRODUCTS_PER_FILE }, (_, number) =>
    productRows(`product-${at}-${number}`, number, random, pick),
  ).flat()
  const cells = [
    columns.map((name) => (isNewest ? (NEWEST[name] ?? name) : name)),
    ...rows.map((row) => columns.map((name) => row[name] ?? '')),
  ]
  const quoted = (cell: string) =>
    at % 5 === 4 || /["\r\n]/.test(cell) || cell.includes(separator)
      ? `"${cell.replaceAll('"', '""')}"`
      : cell
  return {
    name: `${isNewest ? 'newest' : 'classic'} columns${isMixed ? ', mixed' : ''}, ${
      { ',': 'comma', ';': 'semicolon', '\t': 'tab' }[separator]
    }, ${lineEnd === '\n' ? 'LF' : 'CRLF'}${start ? ', BOM' : ''}`,
    text: start + cells.map((row) => row.map(quoted).join(separator) + lineEnd).join(''),
  }
}

type Cells = Record<string, string>
type Pick = <T>(list: readonly T[]) => T

function productRows(handle: string, number: number, random: () => number, pick: Pick): Cells[] {
  const names = shuffled(OPTIONS, random)
    .filter(([name], at, all) => name !== 'Color' || !all.slice(0, at).some(([other]) => other === 'Colour'))
    .slice(0, number % 4)
  const isDouble = names.some(([name]) => name === 'Color') && names.some(([name]) => name === 'Colour')
  const options = isDouble ? names.filter(([name]) => name !== 'Color') : names
  const combinations = options
    .map(([, values]) => shuffled(values, random).slice(0, 1 + Math.floor(random() * 4)))
    .reduce<string[][]>((all, values) => all.flatMap((before) => values.map((one) => [...before, one])), [[]])
  // Combinations are missing, and values do not come in order.
  const chosen = shuffled(combinations, random).slice(0, 1 + Math.floor(random() * combinations.length))
  const pictures = Array.from(
    { length: Math.floor(random() * 5) },
    (_, at) => `https://cdn.example/${handle}/${at}.jpg?v=${at},1`,
  )
  const places = shuffled(
    pictures.map((_, at) => at + 1),
    random,
  )
  const count = Math.max(chosen.length, pictures.length)
  const rows = Array.from({ length: count }, (_, at): Cells => {
    const picture = pictures[at]
    return {
      Handle: handle,
      ...(at === 0 ? headCells(options, number, random, pick) : {}),
      ...variantCells(options, chosen[at], pictures, { handle, at }, random, pick),
      ...(picture === undefined
        ? {}
        : {
            'Image Src': picture,
            'Image Position': String(places[at]),
            'Image Alt Text': pick(['', 'Front, "blue"', 'पीछे']),
          }),
    }
  })
  // A picture that is listed again must not appear twice.
  const [again] = pictures
  return again !== undefined && random() < 0.2
    ? [...rows, { Handle: handle, 'Image Src': again, 'Image Position': String(pictures.length + 1) }]
    : rows
}

function headCells(
  options: readonly [name: string, values: string[]][],
  number: number,
  random: () => number,
  pick: Pick,
): Cells {
  const names = options.length === 0 ? ['Title'] : options.map(([name]) => name)
  return {
    Title: `${pick(TITLES)} ${number}`,
    'Body (HTML)': pick(BODIES),
    Vendor: pick(['Anokhi', 'Asha & Sons', '']),
    Type: pick(['Kurtas', 'Sarees', 'Kurta Sets']),
    Tags: pick(['', 'new', 'cotton, summer, दिवाली']),
    Published: random() < 0.1 ? 'FALSE' : 'TRUE',
    'Gift Card': 'false',
    'SEO Title': pick(['', 'Buy "kurta", online']),
    'SEO Description': pick(['', 'Soft;\nlight']),
    'Fabric (product.metafields.shopify.fabric)': pick(['', 'cotton', 'cotton; linen silk']),
    Status: pick(['active', 'active', 'active', 'active', 'draft', 'archived', '']),
    ...Object.fromEntries(names.map((name, at) => [`Option${at + 1} Name`, name])),
  }
}

function variantCells(
  options: readonly [name: string, values: string[]][],
  values: readonly string[] | undefined,
  pictures: readonly string[],
  { handle, at }: { handle: string; at: number },
  random: () => number,
  pick: Pick,
): Cells {
  if (!values) return {}
  const chosen = options.length === 0 ? ['Default Title'] : values
  const price = 100 + Math.floor(random() * 5000)
  return {
    ...Object.fromEntries(chosen.map((value, place) => [`Option${place + 1} Value`, value])),
    'Variant SKU': pick(['', `SKU/${handle}-${at}`, '=A1']),
    'Variant Grams': '0',
    'Variant Inventory Tracker': pick(['', 'shopify', 'shopify']),
    'Variant Inventory Qty': pick(['', '0', '3', '250', '-2']),
    'Variant Inventory Policy': pick(['', 'deny', 'continue', 'DENY']),
    'Variant Price': pick([`${price}.00`, String(price), `${price}.5`]),
    'Variant Compare At Price': pick(['', '0', `${price + 500}.00`, `${price - 50}`]),
    'Variant Barcode': pick(['', '8901234567894', '00012345']),
    'Variant Image': pick(['', ...pictures]),
  }
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((one) => ({ one, place: random() }))
    .toSorted((first, second) => first.place - second.place)
    .map(({ one }) => one)
}
