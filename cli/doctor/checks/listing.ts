import { ACCESSORIES_FILTER } from '@tanabana/contract/constants.ts'
import type { ReceivedProduct } from '@tanabana/contract/product.ts'
import type { CheckRun } from '../check-run.ts'
import { LIST, readPage, type ProductPage } from './products.ts'

const UNKNOWN_CATEGORY = 'no-such-category'
/** Categories with filters of their own. docs/requirements.md#73-listing-parameters */
const SPECIAL = ['men', 'women', 'accessories']

/** Checks the listing parameters that the storefront uses. docs/requirements.md#73-listing-parameters */
export async function checkListing(
  run: CheckRun,
  whole: ProductPage,
  products: ReceivedProduct[],
): Promise<void> {
  await checkPaging(run, whole)
  await checkNames(run, products)
  await checkNothing(run, { filter: UNKNOWN_CATEGORY }, 'filter-ignored')
  await checkGenders(run, whole)
  await checkFeatured(run, whole)
}

async function checkPaging(run: CheckRun, whole: ProductPage): Promise<void> {
  if (whole.items.length < 2)
    return void run.skipped.push('Paging was not checked: the shop has fewer than two products.')
  const limit = whole.items.length > 3 ? 2 : 1
  const first = await readPage(run, { limit })
  const second = await readPage(run, { limit, page: 2 })
  if (!first || !second) return
  if (first.items.length > limit) {
    run.report('limit-ignored', LIST, `With limit=${limit} it returns ${first.items.length} products.`)
    return
  }
  if (first.ids.join() === second.ids.join()) {
    run.report('page-ignored', LIST, 'page=1 and page=2 return the same products.')
    return
  }
  const twice = second.ids.find((id) => first.ids.includes(id))
  if (twice !== undefined) {
    run.report('page-duplicates', LIST, `Product ${twice} is on page 1 and on page 2.`)
  } else if (first.ids.join() !== whole.ids.slice(0, limit).join()) {
    const sentence = 'The order of the products depends on the limit, or changes from call to call.'
    run.report('order-unstable', LIST, sentence)
  }
}

async function checkNames(run: CheckRun, products: ReceivedProduct[]): Promise<void> {
  const category = products.map((product) => product.category).find((name) => isPlain(name))
  if (category) await checkName(run, { name: 'category', value: category, fault: 'category-ignored' })
  const parent = products.find((product) => product.parentCategory !== '')?.parentCategory
  if (parent) await checkName(run, { name: 'parentCategory', value: parent, fault: 'sub-category-ignored' })
}

interface Name {
  name: 'category' | 'parentCategory'
  value: string
  fault: 'category-ignored' | 'sub-category-ignored'
}

async function checkName(run: CheckRun, { name, value, fault }: Name): Promise<void> {
  await checkNothing(run, { [name]: UNKNOWN_CATEGORY }, fault)
  // Links in header and home page are in lower case. docs/requirements.md#221-header-footer-and-tab-bar
  const requested = name === 'category' ? value.toLowerCase() : value
  const page = await readPage(run, { [name]: requested })
  if (!page) return
  if (page.items.length === 0) {
    const sentence = `${name}=${requested} finds nothing, though there are products of "${value}".`
    run.report(name === 'category' ? 'category-case' : fault, LIST, sentence)
  }
}

async function checkNothing(
  run: CheckRun,
  query: Record<string, string>,
  fault: 'category-ignored' | 'sub-category-ignored' | 'filter-ignored',
): Promise<void> {
  const page = await readPage(run, query)
  if (!page || page.items.length === 0) return
  const [requested] = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  run.report(
    fault,
    LIST,
    `${requested} returns ${page.items.length} products, although nothing has that name.`,
  )
}

async function checkGenders(run: CheckRun, whole: ProductPage): Promise<void> {
  const men = await readPage(run, { gender: 'Men' })
  const women = await readPage(run, { gender: 'Women' })
  if (!men?.total || men.total !== whole.total || women?.total !== whole.total) return
  run.report('gender-ignored', LIST, 'gender=Men and gender=Women both return all products.')
}

async function checkFeatured(run: CheckRun, whole: ProductPage): Promise<void> {
  await readPage(run, { filter: ACCESSORIES_FILTER })
  const featured = await readPage(run, { featured: 'true' })
  if (!featured?.total || featured.total !== whole.total || featured.items.every(isMarked)) return
  run.report(
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
