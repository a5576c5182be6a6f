import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { CatalogueProduct } from '../../../../api/db/catalogue-product.ts'
import { writeProducts } from '../../../../api/modules/catalogue/write.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { COLOR_FAMILIES } from '../../../../api/modules/search/colors.ts'
import { products } from '../../../../api/db/schema.ts'
import { ASHA, changeCatalogue, openStore, product, type Store } from '../../../kit/api/store.ts'

let store: Store

interface Facts {
  colors?: string[]
  facts?: Record<string, string>
}

/** A garment whose key is its title, so that tests read as a shopper does. */
function garment(
  title: string,
  { colors = ['Red'], facts = {}, ...rest }: Partial<CatalogueProduct> & Facts,
) {
  const attributes = [
    { key: 'Colours', value: colors },
    ...Object.entries(facts).map(([key, value]) => ({ key, value: [value] })),
  ]
  return product(title, { title, description: '', attributes, regularPrice: 1000, ...rest })
}

const CATALOGUE = [
  garment('Indigo Kurta', {
    colors: ['Indigo'],
    facts: { Material: 'Handloom cotton', Occasion: 'Everyday and festive' },
    discountedPrice: 650,
  }),
  garment('Powder Blue Saree', {
    colors: ['Powder Blue', 'Off-White'],
    facts: { fabric: 'Silk-cotton Chanderi', OCCASION: 'Wedding', country_of_origin: 'India' },
    discountedPrice: 899,
  }),
  garment('Rust Stole', { colors: ['Rust'], facts: { Fabrics: 'Art silk', countryOfOrigin: 'Vietnam' } }),
  garment('Brass Jhumka', {
    colors: ['Brass'],
    facts: { Materials: 'Glass beads, brass', Occasions: 'festive', 'Made in': 'vietnam' },
    discountedPrice: 500,
  }),
  garment('Plain Cap', { colors: [] }),
]

beforeAll(async () => {
  store = await openStore(CATALOGUE)
  await putTenant(store.db, { ...ASHA, record: { ...ASHA.record, countryOfOrigin: 'India' } })
}, 60_000)

afterAll(() => store.close())

async function list(query: string, host = 'asha.example') {
  const { status, body } = await store.call(host, `/products?${query}`)
  expect(status).toBe(200)
  return { ...body, titles: body.data.map(({ title }: { title: string }) => title) as string[] }
}

describe('facets of attributes', () => {
  it('are found in any spelling of the attribute', async () => {
    const { facets } = await list('facets=true')
    expect(facets.colorFamilies).toEqual([
      { value: 'Blue', count: 2 },
      { value: 'Brown', count: 1 },
      { value: 'Gold', count: 1 },
      { value: 'Orange', count: 1 },
      { value: 'Red', count: 1 },
      { value: 'White', count: 1 },
    ])
    expect(facets.fabrics).toEqual([
      { value: 'Cotton', count: 2 },
      { value: 'Art silk', count: 1 },
      { value: 'Chanderi', count: 1 },
      { value: 'Glass beads', count: 1 },
      { value: 'Silk', count: 1 },
    ])
    expect(facets.occasions).toEqual([
      { value: 'Festive', count: 2 },
      { value: 'Everyday', count: 1 },
      { value: 'Wedding', count: 1 },
    ])
    expect(facets.discounts).toEqual([
      { value: '10', count: 3 },
      { value: '20', count: 2 },
      { value: '30', count: 2 },
      { value: '40', count: 1 },
      { value: '50', count: 1 },
    ])
    expect(facets.availability).toEqual([{ value: 'in-stock', count: 5 }])
  })

  it("count the shop's country of origin for products without one", async () => {
    expect((await list('facets=true')).facets.countries).toEqual([
      { value: 'India', count: 3 },
      { value: 'Vietnam', count: 2 },
    ])
    const { facets } = await list('facets=true', 'bela.example')
    expect(facets.countries).toEqual([
      { value: 'Vietnam', count: 2 },
      { value: 'India', count: 1 },
    ])
  })

  it.each([
    ['colorFamily=BLUE', ['Indigo Kurta', 'Powder Blue Saree']],
    ['colorFamily=red&colorFamily=white', ['Powder Blue Saree', 'Rust Stole']],
    ['fabric=cotton', ['Indigo Kurta', 'Powder Blue Saree']],
    ['fabric=silk', ['Powder Blue Saree']],
    ['fabric=Art%20Silk', ['Rust Stole']],
    ['occasion=festive', ['Indigo Kurta', 'Brass Jhumka']],
    ['occasion=festive&colorFamily=blue', ['Indigo Kurta']],
    ['country=vietnam', ['Rust Stole', 'Brass Jhumka']],
    ['country=india', ['Indigo Kurta', 'Powder Blue Saree', 'Plain Cap']],
    ['discount=30', ['Indigo Kurta', 'Brass Jhumka']],
    ['discount=50', ['Brass Jhumka']],
    ['discount=20&sort=price-asc', ['Brass Jhumka', 'Indigo Kurta']],
    ['fabric=cotton&maxPrice=700', ['Indigo Kurta']],
    ['fabric=cotton&search=saree', ['Powder Blue Saree']],
    ['search=silk%20saree', ['Powder Blue Saree']],
    ['search=festive', ['Brass Jhumka', 'Indigo Kurta']],
    ['fabric=wool', []],
    ['occasion=%27%20or%201%3D1', []],
  ])('filter by %s', async (query, titles) => {
    const response = await list(query)
    expect(response.titles.toSorted()).toEqual(titles.toSorted())
    expect(response.pagination.total).toBe(titles.length)
  })

  it.each(['discount=35', 'discount=abc', 'availability=maybe', 'fabric=', 'country=%20'])(
    'do without %s',
    async (query) => {
      expect((await list(query)).pagination.total).toBe(CATALOGUE.length)
    },
  )

  it('count each list within the choices of the others', { tags: ['@decision-21.1'] }, async () => {
    const { facets, titles } = await list('facets=true&occasion=festive&discount=50')
    expect(titles).toEqual(['Brass Jhumka'])
    expect(facets.occasions).toEqual([{ value: 'Festive', count: 1 }])
    expect(facets.fabrics).toEqual([{ value: 'Glass beads', count: 1 }])
    expect(
      facets.discounts.map(({ value, count }: { value: string; count: number }) => [value, count]),
    ).toEqual([
      ['10', 2],
      ['20', 2],
      ['30', 2],
      ['40', 1],
      ['50', 1],
    ])
  })

  it('have every shade of the search in its family', async () => {
    for (const [family, { names, shades }] of Object.entries(COLOR_FAMILIES)) {
      for (const name of [names, ...shades].flatMap((line) => line.split(', '))) {
        const [row] = (await store.db.orm.execute(sql`select color_families(array[${name}]) as families`))
          .rows
        expect(row?.families, name).toContain(family)
      }
    }
  })
})

describe('the order by country', { tags: ['@req-11.7'] }, () => {
  it("has the shop's country for products without one, and the newest of a country first", async () => {
    const india = (await list('country=india')).titles
    const vietnam = (await list('country=vietnam')).titles
    const whole = [...india, ...vietnam]
    expect(whole).toHaveLength(CATALOGUE.length)
    for (const query of ['sort=country', 'sort=country&minPrice=1', 'sort=country&availability=in-stock'])
      expect((await list(query)).titles).toEqual(whole)
    const pages = await Promise.all([1, 2, 3].map((page) => list(`sort=country&limit=2&page=${page}`)))
    expect(pages.flatMap(({ titles }) => titles)).toEqual(whole)
    expect((await list('sort=country&search=festive')).titles).toEqual(['Indigo Kurta', 'Brass Jhumka'])
  })

  it('has products without a country last', async () => {
    for (const query of ['sort=country', 'sort=country&minPrice=1']) {
      const { titles } = await list(query, 'bela.example')
      expect(titles[0]).toBe('Powder Blue Saree')
      expect(titles.slice(1, 3).toSorted()).toEqual(['Brass Jhumka', 'Rust Stole'])
      expect(titles.slice(3).toSorted()).toEqual(['Indigo Kurta', 'Plain Cap'])
    }
  })
})

describe('sizes', () => {
  beforeAll(async () => {
    const sized = (title: string, parentCategory: string, sizes: string[]) =>
      product(title, { title, parentCategory, attributes: [{ key: 'Size', value: sizes }] })
    await changeCatalogue(store.db, 'bela', async (tx) => {
      await tx.delete(products)
      await writeProducts(tx, 'bela', [
        sized('Nehru Jacket', 'Jackets', ['38', '40']),
        sized('Leather Juttis', 'Juttis', ['38', '39']),
        sized('Slim Chinos', 'Trousers', ['30', '38']),
      ])
    })
  })

  const counts = (values: { value: string; count: number }[]) =>
    values.map(({ value, count }) => `${value}: ${count}`).toSorted()

  it('of clothing and of footwear are counted apart', async () => {
    const { facets } = await list('facets=true', 'bela.example')
    expect(counts(facets.sizes)).toEqual(['30: 1', '38: 3', '39: 1', '40: 1'])
    expect(counts(facets.clothingSizes)).toEqual(['30: 1', '38: 2', '40: 1'])
    expect(counts(facets.shoeSizes)).toEqual(['38: 1', '39: 1'])
    expect(facets.availability).toEqual([{ value: 'in-stock', count: 3 }])
  })

  it.each([
    ['clothingSize=38', ['Nehru Jacket', 'Slim Chinos'], []],
    ['shoeSize=38', ['Leather Juttis'], ['38: 1', '39: 1']],
    ['size=38', ['Leather Juttis', 'Nehru Jacket', 'Slim Chinos'], ['38: 1', '39: 1']],
    ['shoeSize=40', [], ['38: 1', '39: 1']],
  ])('filter by %s', async (query, titles, shoeSizes) => {
    expect((await list(query, 'bela.example')).titles.toSorted()).toEqual(titles)
    const { facets } = await list(`${query}&facets=true&maxPrice=5000`, 'bela.example')
    expect(counts(facets.shoeSizes)).toEqual(shoeSizes)
  })
})

describe('genders', () => {
  beforeAll(async () => {
    const worn = (
      title: string,
      regularPrice: number,
      gender: CatalogueProduct['gender'],
      category = 'Kurtas',
    ) => product(title, { title, gender, category, regularPrice, attributes: [] })
    await changeCatalogue(store.db, 'bela', async (tx) => {
      await tx.delete(products)
      await writeProducts(tx, 'bela', [
        worn('A-Line Kurta', 1200, 'Women'),
        worn('Anarkali Kurta', 1400, 'Women'),
        worn('Pathani Kurta', 1300, 'Men'),
        worn('Kids Kurta', 1000, null),
        worn('Cotton Stole', 1250, 'Unisex', 'Accessories'),
      ])
    })
  })

  it('are counted within the other filters, for products that have one', async () => {
    expect((await list('facets=true', 'bela.example')).facets.genders).toEqual([
      { value: 'Women', count: 2 },
      { value: 'Men', count: 1 },
      { value: 'Unisex', count: 1 },
    ])
    const women = [{ value: 'Women', count: 2 }]
    const both = [...women, { value: 'Men', count: 1 }]
    for (const [query, genders] of [
      ['category=kurtas', both],
      ['category=kurtas&forGender=men', both],
      ['search=kurta&forGender=men', both],
      ['category=kurtas&forGender=men&availability=in-stock', both],
      ['gender=Women', women],
      ['minPrice=1350', [{ value: 'Women', count: 1 }]],
    ] as const) {
      expect((await list(`${query}&facets=true`, 'bela.example')).facets.genders, query).toEqual(genders)
    }
  })

  it.each([
    ['forGender=Women', ['A-Line Kurta', 'Anarkali Kurta']],
    ['forGender=men&forGender=unisex', ['Cotton Stole', 'Pathani Kurta']],
    ['category=kurtas&forGender=unisex', []],
    ['gender=Men&forGender=women', []],
    ['search=kurta&forGender=women&sort=price-asc', ['A-Line Kurta', 'Anarkali Kurta']],
    ['forGender=women&maxPrice=1300', ['A-Line Kurta']],
    ['forGender=kids', []],
  ])('filter by %s', async (query, titles) => {
    expect((await list(query, 'bela.example')).titles.toSorted()).toEqual(titles)
  })
})

describe('sold-out products', () => {
  const ORDERS = [
    '',
    'category=kurtas',
    'search=garment',
    'sort=price-asc',
    'sort=price-desc',
    'sort=country',
    'colorFamily=blue',
    'maxPrice=5000',
  ]
  const SOLD_OUT = [2, 3, 11]

  beforeAll(async () => {
    const many = Array.from({ length: 12 }, (_, index) =>
      garment(`Garment ${index}`, { colors: ['Navy'], regularPrice: 1000 + index }),
    )
    await changeCatalogue(store.db, 'bela', async (tx) => {
      await tx.delete(products)
      await writeProducts(tx, 'bela', many)
      const titles = sql.join(
        SOLD_OUT.map((index) => sql`${`Garment ${index}`}`),
        sql`, `,
      )
      await tx.execute(sql`update products set available = false where title in (${titles})`)
    })
  })

  const isSoldOut = (title: string) => SOLD_OUT.some((index) => title === `Garment ${index}`)

  it.each(ORDERS)('come last in the listing "%s", on whichever page', async (order) => {
    const whole = (await list(order, 'bela.example')).titles
    expect(whole).toHaveLength(12)
    expect(whole.map(isSoldOut)).toEqual([...Array(9).fill(false), ...Array(3).fill(true)])
    for (const limit of [1, 4, 5, 7]) {
      const pages = await Promise.all(
        Array.from({ length: Math.ceil(12 / limit) }, (_, index) =>
          list(`${order}&limit=${limit}&page=${index + 1}`, 'bela.example'),
        ),
      )
      expect(pages.flatMap(({ titles }) => titles)).toEqual(whole)
    }
  })

  it('can be left out', async () => {
    const { titles, facets, pagination } = await list('availability=in-stock&facets=true', 'bela.example')
    expect(titles.filter(isSoldOut)).toEqual([])
    expect(pagination.total).toBe(9)
    expect(facets.availability).toEqual([{ value: 'in-stock', count: 9 }])
  })

  it('take their place again when they can be ordered', async () => {
    await changeCatalogue(store.db, 'bela', (tx) => tx.execute(sql`update products set available = true`))
    expect((await list('sort=price-asc', 'bela.example')).titles[2]).toBe('Garment 2')
    await changeCatalogue(store.db, 'bela', (tx) =>
      tx.execute(sql`update products set available = false where title = 'Garment 2'`),
    )
    expect((await list('sort=price-asc', 'bela.example')).titles.at(-1)).toBe('Garment 2')
  })
})
