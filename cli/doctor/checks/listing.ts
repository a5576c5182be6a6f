import { ACCESSORIES_FILTER } from '../../../src/lib/contract/constants.ts'
import type { ReceivedProduct } from '../../../src/lib/contract/product.ts'
import type { Visit } from '../visit.ts'
import { LIST, readPage, type ProductPage } from './products.ts'

const UNKNOWN_CATEGORY = 'no-such-category'
/** Categories with filters of their own. docs/requirements.md#73-listing-parameters */
const SPECIAL = ['men', 'women', 'accessories']

/** Checks the listing parameters that the storefront uses. docs/requirements.md#73-listing-parameters */
export async function checkListing(
  visit: Visit,
  whole: ProductPage,
  products: ReceivedProduct[],
): Promise<void> {
  await checkPaging(visit, whole)
  await checkNames(visit, products)
  await checkNothing(visit, { filter: UNKNOWN_CATEGORY }, 'filter-ignored')
  await checkGenders(visit, whole)
  await checkFeatured(visit, whole)
}

async function checkPaging(visit: Visit, whole: ProductPage): Promise<void> {
  if (whole.items.length < 2)
    return void visit.unseen.push('Paging was not checked: the shop has fewer than two products.')
  const limit = whole.items.length > 3 ? 2 : 1
  const first = await readPage(visit, { limit })
  const second = await readPage(visit, { limit, page: 2 })
  if (!first || !second) return
  if (first.items.length > limit) {
    visit.report('limit-ignored', LIST, `With limit=${limit} it returns ${first.items.length} products.`)
    return
  }
  if (first.ids.join() === second.ids.join()) {
    visit.report('page-ignored', LIST, 'page=1 and page=2 return the same products.')
    return
  }
  const twice = second.ids.find((id) => first.ids.includes(id))
  if (twice !== undefined) {
    visit.report('page-duplicates', LIST, `Product ${twice} is on page 1 and on page 2.`)
  } else if (first.ids.join() !== whole.ids.slice(0, limit).join()) {
    const sentence = 'The order of the products depends on the limit, or changes from call to call.'
    visit.report('order-unstable', LIST, sentence)
  }
}

async function checkNames(visit: Visit, products: ReceivedProduct[]): Promise<void> {
  const category = products.map((product) => product.category).find((name) => isPlain(name))
  if (category) await checkName(visit, { name: 'category', value: category, fault: 'category-ignored' })
  const parent = products.find((product) => product.parentCategory !== '')?.parentCategory
  if (parent) await checkName(visit, { name: 'parentCategory', value: parent, fault: 'sub-category-ignored' })
}

interface Name {
  name: 'category' | 'parentCategory'
  value: string
  fault: 'category-ignored' | 'sub-category-ignored'
}

async function checkName(visit: Visit, { name, value, fault }: Name): Promise<void> {
  await checkNothing(visit, { [name]: UNKNOWN_CATEGORY }, fault)
  // Links in header and home page are in lower case. docs/requirements.md#221-header-footer-and-tab-bar
  const requested = name === 'category' ? value.toLowerCase() : value
  const page = await readPage(visit, { [name]: requested })
  if (!page) return
  if (page.items.length === 0) {
    const sentence = `${name}=${requested} finds nothing, though there are products of "${value}".`
    visit.report(name === 'category' ? 'category-case' : fault, LIST, sentence)
  }
}

async function checkNothing(
  visit: Visit,
  query: Record<string, string>,
  fault: 'category-ignored' | 'sub-category-ignored' | 'filter-ignored',
): Promise<void> {
  const page = await readPage(visit, query)
  if (!page || page.items.length === 0) return
  const [requested] = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  visit.report(
    fault,
    LIST,
    `${requested} returns ${page.items.length} products, although nothing has that name.`,
  )
}

async function checkGenders(visit: Visit, whole: ProductPage): Promise<void> {
  const men = await readPage(visit, { gender: 'Men' })
  const women = await readPage(visit, { gender: 'Women' })
  if (!men?.total || men.total !== whole.total || women?.total !== whole.total) return
  visit.report('gender-ignored', LIST, 'gender=Men and gender=Women both return all products.')
}

async function checkFeatured(visit: Visit, whole: ProductPage): Promise<void> {
  await readPage(visit, { filter: ACCESSORIES_FILTER })
  const featured = await readPage(visit, { featured: 'true' })
  if (!featured?.total || featured.total !== whole.total || featured.items.every(isMarked)) return
  visit.report(
    'featured-ignored',
    LIST,
    'featured=true returns all products, though some are not marked as featured.',
  )
}

function isMarked(item: unknown): boolean {
  return /"key":"featured"/i.test(JSON.stringify(item))
}

function isPlain(name: string): boolean {
  return name !== '' && !SPECIAL.includes(name.toLowerCase())
}
