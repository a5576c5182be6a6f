import { decodeHTML } from 'entities'

/**
 * Reads a Shopify product file on its own, for the comparison with the shop that imported it: nothing here comes from
 * the importer.
 */

export interface FileVariant {
  line: number
  options: Record<string, string>
  price: number
  /** Only when it is above the price. */
  compareAt: number | undefined
  sku: string
  barcode: string
  /** Pieces, where a tracker is named. */
  stock: number | undefined
  isOnSale: boolean
  image: string
}

export interface FileProduct {
  line: number
  handle: string
  title: string
  descriptionText: string
  vendor: string
  type: string
  tags: string[]
  /** Values of metafields, which the shop shows as facts. */
  facts: Map<string, string[]>
  options: { name: string; values: string[] }[]
  variants: FileVariant[]
  /** In the order of their positions. */
  images: string[]
  altTexts: Map<string, string>
  seoTitle: string
  seoDescription: string
}

const NAMES = {
  handle: ['Handle', 'URL handle'],
  body: ['Body (HTML)', 'Description'],
  published: ['Published', 'Published on online store'],
  price: ['Variant Price', 'Price'],
  compareAt: ['Variant Compare At Price', 'Compare-at price'],
  sku: ['Variant SKU', 'SKU'],
  barcode: ['Variant Barcode', 'Barcode'],
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  quantity: ['Variant Inventory Qty', 'Inventory quantity'],
  policy: ['Variant Inventory Policy', 'Continue selling when out of stock'],
  image: ['Image Src', 'Product image URL'],
  position: ['Image Position'],
  alt: ['Image Alt Text'],
  variantImage: ['Variant Image', 'Variant image URL'],
}
const OPTION_NUMBERS = [1, 2, 3]

/** `Fabric (product.metafields.shopify.fabric)`, but not what the importer reads as gender, size or colour. */
const METAFIELD = /^(?!target gender|sizes? |colou?r)(.+) \(product\.metafields\..+\)$/i

interface Row {
  line: number
  cell: (...names: string[]) => string
}

/** The products of a file that are for sale. */
export function readShopifyFile(text: string): FileProduct[] {
  const [header = [], ...records] = parseCsv(text)
  const columns = new Map(header.map((name, at) => [oneLine(name).toLowerCase(), at]))
  const rows = records.map((cells, at): Row => ({
    line: at + 2,
    cell: (...names) => {
      const place = names.map((name) => columns.get(name.toLowerCase())).find((one) => one !== undefined)
      return place === undefined ? '' : (cells[place] ?? '')
    },
  }))
  const byHandle = Map.groupBy(
    rows.filter(({ cell }) => cell(...NAMES.handle) !== ''),
    ({ cell }) => oneLine(cell(...NAMES.handle)),
  )
  return [...byHandle].flatMap(([handle, group]) => {
    const [first] = group
    return first && isForSale(first) ? [toProduct(handle, first, group, header)] : []
  })
}

function isForSale({ cell }: Row): boolean {
  const isHidden = ['draft', 'archived'].includes(cell('Status').trim().toLowerCase())
  const isPublished =
    cell(...NAMES.published)
      .trim()
      .toLowerCase() !== 'false'
  return !isHidden && isPublished && cell('Gift Card').trim().toLowerCase() !== 'true'
}

function toProduct(handle: string, first: Row, rows: readonly Row[], header: readonly string[]): FileProduct {
  const text = (...names: string[]) => oneLine(first.cell(...names))
  const named = OPTION_NUMBERS.flatMap((number) => {
    const name = text(`Option${number} Name`)
    return name === '' ? [] : [{ number, name }]
  })
  const isSingle = named.length === 1 && text('Option1 Value') === 'Default Title'
  const options = isSingle ? [] : named
  const variants = rows
    .filter((row) => row === first || row.cell('Option1 Value').trim() !== '')
    .map((row) => toVariant(row, options))
  return {
    line: first.line,
    handle,
    title: text('Title'),
    descriptionText: textOf(first.cell(...NAMES.body)),
    vendor: text('Vendor'),
    type: text('Type'),
    tags: first
      .cell('Tags')
      .split(',')
      .map(oneLine)
      .filter((tag) => tag !== ''),
    facts: new Map(
      header.flatMap((name) => {
        const fact = METAFIELD.exec(oneLine(name))?.[1]
        const values = text(name).split(';').map(oneLine)
        return fact === undefined || text(name) === '' ? [] : [[fact, values]]
      }),
    ),
    options: options.map(({ name }) => ({
      name,
      values: [...new Set(variants.map((variant) => variant.options[name] ?? ''))],
    })),
    variants,
    ...picturesOf(rows),
    seoTitle: text('SEO Title'),
    seoDescription: text('SEO Description'),
  }
}

function toVariant(row: Row, options: readonly { number: number; name: string }[]): FileVariant {
  const text = (...names: string[]) => oneLine(row.cell(...names))
  const price = Number(text(...NAMES.price))
  const compareAt = Number(text(...NAMES.compareAt) || 0)
  const isTracked = text(...NAMES.tracker) !== '' && text(...NAMES.quantity) !== ''
  const stock = isTracked ? Number(text(...NAMES.quantity)) : undefined
  const sellsBeyond = ['continue', 'true'].includes(text(...NAMES.policy).toLowerCase())
  return {
    line: row.line,
    options: Object.fromEntries(options.map(({ number, name }) => [name, text(`Option${number} Value`)])),
    price,
    compareAt: compareAt > price ? compareAt : undefined,
    sku: text(...NAMES.sku),
    barcode: text(...NAMES.barcode),
    stock,
    isOnSale: stock === undefined || stock > 0 || sellsBeyond,
    image: text(...NAMES.variantImage),
  }
}

function picturesOf(rows: readonly Row[]): Pick<FileProduct, 'images' | 'altTexts'> {
  const pictures = rows.flatMap((row, at) => {
    const url = oneLine(row.cell(...NAMES.image))
    const position = Number(row.cell(...NAMES.position)) || at + 1
    return url === '' ? [] : [{ url, position, alt: oneLine(row.cell(...NAMES.alt)) }]
  })
  const sorted = pictures.toSorted((one, other) => one.position - other.position)
  const altTexts = new Map<string, string>()
  for (const { url, alt } of pictures) if (alt !== '' && !altTexts.has(url)) altTexts.set(url, alt)
  return { images: [...new Set(sorted.map(({ url }) => url))], altTexts }
}

/** The words of HTML or plain text, without spaces, which browsers collapse. */
export function textOf(html: string): string {
  const withoutCode = html.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, '')
  const isHtml = /<[a-z/!][^>]*>/i.test(withoutCode)
  const plain = isHtml ? withoutCode.replace(/<!--[\s\S]*?-->|<\/?[a-z][^>]*>/gi, '') : withoutCode
  return decodeHTML(plain).replace(/[\s\u200b\ufeff]+/g, '')
}

function oneLine(text: string): string {
  return text
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Records of RFC 4180, with the commonest of comma, semicolon and tab in the first line as separator. */
function parseCsv(file: string): string[][] {
  const text = file.replace(/^\ufeff/, '')
  const [line = ''] = text.split('\n', 1)
  const separator = [',', ';', '\t'].reduce((best, one) =>
    line.split(one).length > line.split(best).length ? one : best,
  )
  const records: string[][] = []
  let record: string[] = []
  let cell = ''
  let isQuoted = false
  const endRecord = () => {
    record.push(cell)
    if (record.some((one) => one !== '')) records.push(record)
    record = []
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (isQuoted && character === '"' && text[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) cell += character
    else if (character === separator) {
      record.push(cell)
      cell = ''
    } else if (character === '\n') endRecord()
    else if (character !== '\r') cell += character
  }
  endRecord()
  return records
}
