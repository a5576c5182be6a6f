import { describe, expect, it, test } from 'vitest'

import { ImportRefused } from '../../../../api/modules/imports/import-event.ts'
import { badOf, catalogueFile, leftOutOf, productsOf, readEvents } from './catalogue-file.ts'

const BASE = { key: 'id', title: 'name', regularPrice: 'mrp', category: { words: 'name' } }

function mapping(more: object = {}): string {
  return catalogueFile(JSON.stringify({ ...BASE, ...more }), 'mapping.json')
}

async function read(text: string, more: object = {}) {
  return readEvents(text, { mapping: mapping(more) })
}

it('reads one product from each row', async () => {
  const text =
    'id,name,mrp,price,sizes,colour,pics,maker\n7,Green Kurta,1499,999," L,M,Nan", off white,https://a.example/p.jpg|https://a.example/P.jpg|https://a.example/p.jpg,weavers'
  const events = await read(text, {
    empty: ['nan'],
    discountedPrice: 'price',
    sizes: { column: 'sizes', split: ',' },
    colors: 'colour',
    images: { column: 'pics', split: '|' },
    attributes: { Brand: { join: ['maker'], case: 'title' }, Origin: { constant: 'India' } },
  })
  expect(productsOf(events)).toEqual([
    {
      key: '7',
      title: 'Green Kurta',
      description: '',
      category: 'Kurtas',
      parentCategory: 'Kurtas',
      gender: null,
      regularPrice: 1499,
      discountedPrice: 999,
      imgUrl: 'https://a.example/p.jpg',
      images: [{ url: 'https://a.example/p.jpg' }, { url: 'https://a.example/P.jpg' }],
      attributes: [
        { key: 'Size', value: ['M', 'L'] },
        { key: 'Color', value: ['Off White'] },
        { key: 'Brand', value: ['Weavers'] },
        { key: 'Origin', value: ['India'] },
      ],
    },
  ])
})

describe('category', () => {
  const TREE = { category: { tree: { column: 'tree', separator: '>>' }, words: 'name', otherwise: 'More' } }

  test.each([
    ['Clothing >> Ethnic Wear >> Kurtas >> Biba Kurtas >> Biba Red Kurta', 'Clothing', 'Kurtas'],
    ['Jewellery >> Rings', 'Jewellery', 'Rings'],
    ['Biba Red Kurta', 'Kurtas', 'Kurtas'],
    ['', 'Kurtas', 'Kurtas'],
  ])('of the tree %j is %s, finer %s', async (tree, category, parentCategory) => {
    const cell = JSON.stringify([tree]).replaceAll('"', '""')
    const [product] = productsOf(await read(`id,name,mrp,tree\n1,Biba Red Kurta,10,"${cell}"`, TREE))
    expect(product).toMatchObject({ category, parentCategory })
  })

  it('falls back to the given word', async () => {
    const [product] = productsOf(await read('id,name,mrp,tree\n1,Paper Weight,10,', TREE))
    expect(product).toMatchObject({ category: 'More', parentCategory: 'More' })
  })

  it('may be a column', async () => {
    const [product] = productsOf(
      await read('id,name,mrp,kind\n1,Red,10,Sarees', { category: { column: 'kind' } }),
    )
    expect(product).toMatchObject({ category: 'Sarees', parentCategory: 'Sarees' })
  })

  it("of children's wear is the one for children, without a gender", async () => {
    const more = { category: { words: 'name', kids: 'Kids' }, gender: { columns: ['name'] } }
    const [product] = productsOf(await read('id,name,mrp\n1,Boys Blue T-shirt,10', more))
    expect(product).toMatchObject({ category: 'Kids', parentCategory: 'T-Shirts', gender: null })
  })
})

it('takes the gender from the first column or specification that names one', async () => {
  const text =
    'id,name,mrp,specs\n1,Red Kurta,10,"{""s""=>[{""key""=>""Ideal For"", ""value""=>""Women\'s""}]}"'
  const [product] = productsOf(
    await read(text, {
      gender: { columns: ['name'], specifications: ['Ideal For'] },
      specifications: { column: 'specs', as: 'ruby-hash' },
    }),
  )
  expect(product?.gender).toBe('Women')
})

describe('a key made of the content', () => {
  const more = { key: { from: ['name'] } }

  it('stays the same when price and order change', async () => {
    const [one, other] = productsOf(await read('name,mrp\nRed Kurta,10\nBlue Kurta,20', more))
    const [changedOther, changedOne] = productsOf(await read('name,mrp\nBlue Kurta,25\n red kurta ,15', more))
    expect(one?.key).toMatch(/^[0-9a-f]{20}$/)
    expect([changedOne?.key, changedOther?.key]).toEqual([one?.key, other?.key])
  })

  it('tells rows apart that share it, and leaves out an exact repetition', async () => {
    const events = await read('name,mrp\nRed Kurta,10\nRed Kurta,20\nRed Kurta,10', more)
    const [first, second, ...others] = productsOf(events)
    expect(second?.key).toBe(`${first?.key}-2`)
    expect(others).toEqual([])
    expect(leftOutOf(events)).toEqual(['row 4: row that repeats an earlier one'])
  })
})

it('refuses an id that another row has', async () => {
  expect(badOf(await read('id,name,mrp\n1,Kurta,10\n1,Saree,10'))).toEqual([
    'row 3: "1" (Saree): the key "1" was already used at row 2',
  ])
})

describe('rows without a price', () => {
  it('are bad', async () => {
    expect(badOf(await read('id,name,mrp\n1,Kurta,'))).toEqual(['row 2: "1" (Kurta): the row has no price'])
  })

  it('are left out when the mapping says so', async () => {
    const events = await read('id,name,mrp\n1,Kurta,', { withoutPrice: 'leave-out' })
    expect(leftOutOf(events)).toEqual(['row 2: row without a price'])
  })
})

it('leaves out blank rows, or calls them bad', async () => {
  const text = 'id,name,mrp\n1,Kurta,10\n,,\n\n'
  expect(leftOutOf(await read(text))).toEqual(['row 3: blank row', 'row 4: blank row'])
  expect(badOf(await read(text, { skipBlankRows: false }))).toHaveLength(2)
})

it('refuses a discount above the price and drops one that is none', async () => {
  const events = await read('id,name,mrp,now\n1,Kurta,10,12\n2,Saree,10,10', { discountedPrice: 'now' })
  expect(badOf(events)).toEqual([
    'row 2: "1" (Kurta): the discounted price 12 is higher than the regular price 10',
  ])
  expect(productsOf(events)[0]).not.toHaveProperty('discountedPrice')
})

it('a pattern of a mapping is matched in linear time', async () => {
  const name = `${'a'.repeat(60)}!`
  const events = await read(`id,name,mrp\n1,${name},10`, { sizes: { column: 'name', pattern: '(a+)+$' } })
  expect(productsOf(events)).toMatchObject([{ title: name }])
})

describe('a mapping is refused', () => {
  it('that names columns which the file lacks', async () => {
    await expect(read('id,name\n1,Kurta')).rejects.toThrow('names columns that the file does not have: mrp.')
  })

  it('with unknown fields', async () => {
    await expect(read('id,name,mrp', { colour: 'x' })).rejects.toThrow('Unrecognized key: "colour"')
  })

  it('with a pattern that is none', async () => {
    const sizes = { column: 'name', pattern: '(' }
    const reading = read('id,name,mrp\n1,Kurta,10', { sizes })
    await expect(reading).rejects.toThrow(ImportRefused)
    await expect(reading).rejects.toThrow(
      /has mistakes:\n✖ is not a regular expression\n {2}→ at sizes\.pattern$/,
    )
  })

  it('with a pattern that only a backtracking engine knows', async () => {
    const sizes = { column: 'name', pattern: '(?=K)' }
    await expect(read('id,name,mrp\n1,Kurta,10', { sizes })).rejects.toThrow('is not a regular expression')
  })

  it('that is nowhere', async () => {
    await expect(readEvents('a,b', { mapping: '/nowhere.json' })).rejects.toThrow(
      'Give a mapping file or one of: flipkart, myntra, myntra-sizes.',
    )
  })
})

describe('a JSON list', () => {
  it('is read, with defaults', async () => {
    const list = [
      { key: 'k', title: 'Kurta', category: 'Kurtas', regularPrice: 10, images: [{ url: '/media/k.webp' }] },
    ]
    expect(productsOf(await readEvents(JSON.stringify(list)))).toEqual([
      {
        key: 'k',
        title: 'Kurta',
        description: '',
        category: 'Kurtas',
        parentCategory: 'Kurtas',
        gender: null,
        regularPrice: 10,
        imgUrl: '/media/k.webp',
        images: [{ url: '/media/k.webp' }],
        attributes: [],
      },
    ])
  })

  it('names what is wrong with an item', async () => {
    const events = await readEvents(
      '[{"key":"k","title":"Kurta","category":"Kurtas","regularPrice":"10"}, 7]',
    )
    expect(badOf(events)).toEqual([
      'row 1: "k" (Kurta): regularPrice: Invalid input: expected number, received string',
      'row 2: Invalid input: expected object, received number',
    ])
  })
})
