import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { writeProducts } from '../../../../api/modules/catalogue/write.ts'
import { demoShops } from '../../../../demo/shops.ts'
import { ASHA, openStore, type Store } from '../../../kit/api/store.ts'

let store: Store

beforeAll(async () => {
  store = await openStore([])
  for (const { id, products } of demoShops) {
    await putTenant(store.db, { ...ASHA, id, hosts: [`${id}.example`] })
    await withTenant(store.db, id, (tx) => writeProducts(tx, id, products))
  }
}, 60_000)

afterAll(() => store.close())

async function find(shop: string, phrase: string): Promise<string[]> {
  const { body } = await store.call(
    `${shop}.example`,
    `/products?limit=100&search=${encodeURIComponent(phrase)}`,
  )
  return body.data.map(({ title }: { title: string }) => title)
}

const BLUE_SHIRTS = ['Oxford Shirt', 'Indigo Block Print Camp Shirt']
const RED_SAREES = ['Handloom Cotton Saree', 'Brocade Wedding Saree']
const COTTON_SAREES = ['Handloom Cotton Saree', 'Indigo Ikat Cotton Saree', 'Black Mul Cotton Jaal Saree']
const BLUE_KURTAS = ['Block Print Straight Kurta', 'Teal Striped Handloom Kurta', 'Handloom Long Kurta']
const WHITE_KURTAS = ['White Chikankari Kurta', 'White Chikan Long Kurta']
const JUTTIS = ['Tan Leather Juttis', 'Indigo Embroidered Juttis']

/** Places in which the expected products must be, where products with that colour as a second one may come between. */
const PLACES = new Map([
  ['neela kurta', 8],
  ['winter wear', 4],
  ['blue shirt', 3],
  ['नीली शर्ट', 3],
  ['neeli shirt', 3],
  ['काली टी-शर्ट', 5],
])

describe('what shoppers say, in the demo shops', () => {
  it.each<[shop: string, phrase: string, expected: string[]]>([
    ['tanabana', 'blue shirt', BLUE_SHIRTS],
    ['tanabana', 'नीली शर्ट', BLUE_SHIRTS],
    ['tanabana', 'neeli shirt', BLUE_SHIRTS],
    ['tanabana', 'red saree', RED_SAREES],
    ['tanabana', 'lal saree', RED_SAREES],
    ['tanabana', 'लाल साड़ी', RED_SAREES],
    ['tanabana', 'maroon saree', ['Brocade Wedding Saree']],
    ['tanabana', 'cotton saree', COTTON_SAREES],
    ['tanabana', 'सूती साड़ी', COTTON_SAREES],
    ['tanabana', 'wedding saree', ['Brocade Wedding Saree']],
    ['tanabana', 'neela kurta', BLUE_KURTAS],
    ['tanabana', 'safed kurta', WHITE_KURTAS],
    ['tanabana', 'सफ़ेद कुर्ता', WHITE_KURTAS],
    ['tanabana', 'white shirt men', ['Linen Band Collar Shirt', 'Oxford Shirt']],
    ['tanabana', 'peela dupatta', ['Bandhani Dupatta']],
    ['tanabana', 'blue jeans', ['Indigo Straight Jeans']],
    ['tanabana', 'footwear', JUTTIS],
    ['tanabana', 'brown jutti', ['Tan Leather Juttis']],
    ['tanabana', 'cap', ['Khadi Cap']],
    ['dhaaga', 'काली टी-शर्ट', ['Heavyweight Tee', 'Ribbed Crop Tee']],
    ['dhaaga', 'purple lehenga', ['Mirror Lehenga']],
    ['dhaaga', 'navy polo', ['Tipped Polo']],
    ['dhaaga', 'jeans for men', ['Black Relaxed Jeans']],
    ['dhaaga', 'shaadi ka lehenga', ['Peach Garden Lehenga', 'Mirror Lehenga']],
    ['dhaaga', 'winter wear', ['Pullover Hoodie', 'Ecru Peaks Hoodie', 'Heather Blocks Sweatshirt']],
  ])('%s: %s', async (shop, phrase, expected) => {
    const titles = await find(shop, phrase)
    const places = expected.map((title) => titles.indexOf(title))
    const lastPlace = Math.max(...places)
    expect(places, titles.join(', ')).not.toContain(-1)
    expect(lastPlace, titles.join(', ')).toBeLessThan(PLACES.get(phrase) ?? expected.length)
  })

  it('a blue shirt comes before overshirts and shirt dresses', async () => {
    const titles = await find('tanabana', 'blue shirt')
    const shirts = titles.filter((title) => title.endsWith(' Shirt'))
    expect(shirts.length).toBeGreaterThan(0)
    expect(titles.slice(0, shirts.length)).toEqual(shirts)
  })

  it.each([
    ['ethnic wear', /saree|kurta|anarkali|sherwani|dhoti|dupatta|jutti|jhola|churidar/i],
    ['bottoms', /palazzo|skirt|pants|dhoti|chinos|jeans|shorts/i],
  ])('%s brings that kind of garment first', async (phrase, kind) => {
    const first = (await find('tanabana', phrase)).slice(0, 9)
    expect(first).toHaveLength(9)
    for (const title of first) expect(title).toMatch(kind)
  })

  it('no red dress: dresses in other colours, and nothing else', async () => {
    const titles = await find('tanabana', 'red dress')
    expect(titles).not.toEqual([])
    for (const title of titles) expect(title).toMatch(/dress/i)
  })

  it('no black linen shirt: linen shirts, and no other shirt', async () => {
    expect(await find('tanabana', 'black linen shirt')).toEqual(['Linen Band Collar Shirt'])
  })

  it('no boho linen shirt: shirts with the linen one first, and nothing else of linen', async () => {
    const titles = await find('tanabana', 'boho linen shirt')
    expect(titles[0]).toBe('Linen Band Collar Shirt')
    expect(titles).toContain('Oxford Shirt')
    expect(titles).not.toContain('Linen Saree')
  })

  it.each([
    ['black kurta', /kurta|kurti|anarkali|sherwani/i],
    ['kurat', /kurta|kurti|anarkali|sherwani/i],
    ['moza', /socks/i],
    ['jens', /jeans/i],
    ['hare rang ka kurta', /kurta|kurti|anarkali|sherwani/i],
  ])('%s brings nothing of another kind', async (phrase, kind) => {
    const titles = await find('tanabana', phrase)
    expect(titles).not.toEqual([])
    for (const title of titles) expect(title).toMatch(kind)
  })

  it('"wollen" is wool, not women', async () => {
    const titles = await find('tanabana', 'wollen')
    expect(titles).toContain('Ivory Striped Wool Scarf')
    expect(titles).not.toContain('Handloom Cotton Saree')
  })

  it('no black kurta for men: kurtas for men, none for women', async () => {
    const titles = await find('tanabana', 'black kurta for men')
    expect(titles.toSorted()).toEqual((await find('tanabana', 'kurta for men')).toSorted())
    expect(titles).not.toContain('A-Line Kurta')
  })

  it('"full" is not read as "foot"', async () => {
    const titles = await find('tanabana', 'full sleeves shirt')
    expect(titles).toContain('Oxford Shirt')
    for (const title of titles) expect(title).not.toMatch(/jutti|saree/i)
  })

  it.each(['rakhi', 'kids'])('%s is no other word, and the shop has none of it', async (phrase) => {
    expect(await find('tanabana', phrase)).toEqual([])
  })

  it.each(['suit', 'सूट', 'salwar suit'])('%s brings kurta sets', async (phrase) => {
    const titles = await find('tanabana', phrase)
    expect(titles).toContain('Everyday Kurta Set')
    for (const title of titles) expect(title).toMatch(/\bset\b|sherwani/i)
  })
})
