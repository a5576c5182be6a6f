import { plainKey } from '@tanabana/contract/attribute-names.ts'
import { COUNTRY_KEYS, IMPORTER_KEYS, MAKER_ROLES, MRP_KEYS } from '@tanabana/contract/product.ts'
import { sizesOf } from '../catalogue/attributes.ts'
import type { CatalogueProduct } from '../../db/catalogue-product.ts'
import type { StoreRecord } from '../../db/store-record.ts'
import { ECOMMERCE, METROLOGY } from './laws.ts'

/** A legal rule that products of the shop do not meet, with the number of these products. */
export interface ProductGap {
  rule: string
  says: string
  products: number
  /** Keys of the first such products. */
  keys: string[]
}

interface ProductRule {
  rule: string
  says: string
  isMet(product: CatalogueProduct, record: StoreRecord): boolean
}

const NAMED_MAX = 5
const LETTER_SIZE = /^(?:x{0,4}[sl]|m|\d{1,2}xl)$/i
const MEASURE = /\d\s*(?:cm|m)\b/i

/** Rules for product pages: the store info fills in facts that a product lacks. */
const RULES: ProductRule[] = [
  {
    rule: `${METROLOGY}, rule 6(1)(a) and 6(10)`,
    says: 'without name and address of the maker, packer or importer (an attribute "Manufacturer", or "manufacturer" in the store info)',
    isMet: (product, { manufacturer }) =>
      hasFact(product, (key) => MAKER_ROLES.has(key)) || Boolean(manufacturer),
  },
  {
    rule: `${METROLOGY}, rule 6(1)(aa), 6(10) and 6(10A)`,
    says: 'without country of origin (an attribute "Country of Origin", or "countryOfOrigin" in the store info)',
    isMet: (product, record) => countryOf(product, record) !== '',
  },
  {
    rule: `${ECOMMERCE}, rule 6(5); ${METROLOGY}, rule 6(1)(a)`,
    says: 'from abroad without their importer (an attribute "Importer")',
    isMet: (product, record) =>
      ['', 'india', 'bharat'].includes(countryOf(product, record).toLowerCase()) ||
      hasFact(product, (key) => IMPORTER_KEYS.includes(key)),
  },
  {
    rule: `${METROLOGY}, rule 6(1)(e) and 6(10)`,
    says: 'without MRP inclusive of all taxes (an attribute "MRP", or "regularPriceIsMrp" in the store info)',
    isMet: (product, { regularPriceIsMrp }) =>
      hasFact(product, (key) => MRP_KEYS.includes(key)) || regularPriceIsMrp === true,
  },
  {
    rule: `${METROLOGY}, rule 6(2) and 6(10)`,
    says: 'without a consumer care email and phone number on their page ("consumerCare" in the store info)',
    isMet: (_, { consumerCare }) => Boolean(consumerCare?.email && consumerCare.phone),
  },
  {
    rule: `${METROLOGY}, amendment of 2022 for garments`,
    says: 'in letter sizes without measures in cm or m (an attribute such as "Length" in cm, or "sizeGuides" in the store info)',
    isMet: (product, record) =>
      !sizesOf(product.attributes).some((size) => LETTER_SIZE.test(size)) ||
      product.attributes.some(
        ({ value, metricUnit = '' }) =>
          ['cm', 'm'].includes(metricUnit.toLowerCase()) || value.some((one) => MEASURE.test(one)),
      ) ||
      hasSizeGuide(product, record),
  },
]

/** Finds rules that products do not meet. Notes for an engineer or editor, not legal advice. */
export async function productGaps(
  batches: AsyncIterable<readonly CatalogueProduct[]>,
  record: StoreRecord,
): Promise<ProductGap[]> {
  const gaps = RULES.map(({ rule, says }): ProductGap => ({ rule, says, products: 0, keys: [] }))
  for await (const batch of batches) {
    for (const product of batch) {
      for (const [at, gap] of gaps.entries()) {
        if (RULES[at]?.isMet(product, record)) continue
        gap.products += 1
        if (gap.keys.length < NAMED_MAX) gap.keys.push(product.key)
      }
    }
  }
  return gaps.filter(({ products }) => products > 0)
}

function hasFact(product: CatalogueProduct, isKey: (key: string) => boolean): boolean {
  return factOf(product, isKey) !== ''
}

function factOf({ attributes }: CatalogueProduct, isKey: (key: string) => boolean): string {
  const found = attributes.find(
    ({ key, value }) => isKey(plainKey(key)) && value.some((one) => one.trim() !== ''),
  )
  return found?.value.join(', ').trim() ?? ''
}

function countryOf(product: CatalogueProduct, { countryOfOrigin = '' }: StoreRecord): string {
  return factOf(product, (key) => COUNTRY_KEYS.includes(key)) || countryOfOrigin
}

function hasSizeGuide(
  { category, parentCategory, gender }: CatalogueProduct,
  { sizeGuides = [] }: StoreRecord,
): boolean {
  const own = [category, parentCategory].map((name) => name.toLowerCase())
  return sizeGuides.some(
    (guide) =>
      (guide.gender === undefined || guide.gender === gender) &&
      guide.categories.some((name) => own.includes(name.toLowerCase())),
  )
}
