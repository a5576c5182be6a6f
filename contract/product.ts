import * as z from 'zod/mini'

import {
  optionalText,
  readableItems,
  readableList,
  receivedId,
  receivedMap,
  receivedText,
} from './received.ts'

/** Genders of products. docs/requirements.md#119-feeds */
export const GENDERS = ['Men', 'Women', 'Unisex'] as const

/** Keys of attributes that the Legal Metrology (Packaged Commodities) Rules ask for, as `plainKey` writes them. */
export const MAKER_ROLES: ReadonlyMap<string, 'maker' | 'marketer' | 'packer' | 'importer'> = new Map([
  ['manufacturer', 'maker'],
  ['manufacturedby', 'maker'],
  ['maker', 'maker'],
  ['madeby', 'maker'],
  ['marketer', 'marketer'],
  ['marketedby', 'marketer'],
  ['packer', 'packer'],
  ['packedby', 'packer'],
  ['importer', 'importer'],
  ['importedby', 'importer'],
])
export const IMPORTER_KEYS: readonly string[] = ['importer', 'importedby']
export const COUNTRY_KEYS: readonly string[] = ['countryoforigin', 'origincountry', 'madein']
export const MRP_KEYS: readonly string[] = ['mrp', 'maximumretailprice']

/** Rupees, at least 0, or `undefined` when absent. */
const optionalPrice = z.pipe(
  z.nullish(z.number().check(z.nonnegative())),
  z.transform((price) => price ?? undefined),
)

/**
 * One fact of a product. `value` is always a list; a single text becomes a list of one.
 * docs/requirements.md#31-product-as-received
 */
export const attributeSchema = z.object({
  id: z.optional(receivedId),
  key: z.string(),
  value: z.pipe(
    z.nullish(z.union([z.string(), z.array(z.union([z.string(), z.number(), z.boolean()]))])),
    z.transform((value) => (value == null ? [] : [value].flat().map(String))),
  ),
  metricUnit: optionalText,
})

/** A choice of the shopper, such as Size or Length. docs/requirements.md#1115-variants */
const receivedOptionSchema = z.object({
  name: z.string().check(z.minLength(1)),
  values: readableList(z.string().check(z.minLength(1))),
})

/** One orderable combination of options; prices in rupees. docs/requirements.md#1115-variants */
const receivedVariantSchema = z.object({
  id: receivedId,
  /** Option name → value. */
  options: z.catch(receivedMap(z.string()), {}),
  regularPrice: optionalPrice,
  discountedPrice: optionalPrice,
  sku: optionalText,
  /** GTIN, such as an EAN. */
  barcode: optionalText,
  available: z.pipe(
    z.optional(z.unknown()),
    z.transform((value) => value !== false),
  ),
  /** Pieces left, given when few are. docs/requirements.md#1116-stock */
  stock: z.catch(z.optional(z.int().check(z.nonnegative())), undefined),
  images: readableList(z.object({ url: z.string(), alt: optionalText })),
})

/** A product as the store API sends it, prices in rupees. docs/requirements.md#31-product-as-received */
export const receivedProductSchema = z.object({
  id: receivedId,
  title: z.string(),
  description: receivedText,
  imgUrl: receivedText,
  category: receivedText,
  parentCategory: receivedText,
  /** Beyond the contract. docs/requirements.md#119-feeds */
  gender: z.catch(z.optional(z.enum(GENDERS)), undefined),
  regularPrice: optionalPrice,
  discountedPrice: optionalPrice,
  createdAt: optionalText,
  images: readableList(z.object({ url: z.string(), alt: optionalText })),
  attributes: readableList(attributeSchema),
  /** Beyond the contract, for stores with the capability `variants`. */
  options: z.catch(readableList(receivedOptionSchema), []),
  variants: z.catch(readableList(receivedVariantSchema), []),
  /** In a listing: the colour that search or filter ask for, which the card then shows. */
  askedColor: z.catch(z.optional(z.string()), undefined),
  seoTitle: z.catch(optionalText, undefined),
  seoDescription: z.catch(optionalText, undefined),
})

const facetValuesSchema = readableList(
  z.object({ value: z.string().check(z.minLength(1)), count: z.number().check(z.nonnegative()) }),
)

/** Filter choices of a listing, each with its number of products. Prices in rupees. docs/requirements.md#118-facets */
const facetsSchema = z.object({
  sizes: facetValuesSchema,
  colors: facetValuesSchema,
  /** The lists from here on belong to the capability `attribute-facets`. */
  genders: facetValuesSchema,
  clothingSizes: facetValuesSchema,
  shoeSizes: facetValuesSchema,
  colorFamilies: facetValuesSchema,
  fabrics: facetValuesSchema,
  occasions: facetValuesSchema,
  countries: facetValuesSchema,
  discounts: facetValuesSchema,
  availability: facetValuesSchema,
  price: z.nullish(
    z.object({ min: z.number().check(z.nonnegative()), max: z.number().check(z.nonnegative()) }),
  ),
})

/** Number of products per page; `undefined` when it is invalid. */
const pageSize = z.catch(z.nullish(z.number().check(z.int(), z.positive())), undefined)
const total = z.nullish(z.number().check(z.nonnegative()))

/** The corrections of a search text, and its words that no product found has. docs/requirements.md#115-search */
const searchNotesSchema = z.object({
  corrected: z.catch(optionalText, undefined),
  leftOut: z.catch(readableList(z.string().check(z.minLength(1))), []),
})

/** A page of products. Total and page size are in `pagination` or beside the list. */
export const receivedProductPageSchema = z.object({
  data: readableItems(receivedProductSchema),
  pagination: z.nullish(z.object({ total, limit: pageSize, pageSize })),
  count: total,
  limit: pageSize,
  pageSize,
  facets: z.catch(z.nullish(facetsSchema), undefined),
  search: z.catch(z.nullish(searchNotesSchema), undefined),
})

/** The fields of 100 products that the sub-category choice needs. */
export const receivedParentCategoriesSchema = z.object({
  data: readableItems(z.object({ parentCategory: receivedText })),
})

/** Response of a store with the capability `sub-categories`. docs/requirements.md#114-sub-categories */
export const receivedSubCategoriesSchema = z.object({ data: readableItems(z.string()) })

export type Facets = z.output<typeof facetsSchema>
export type SearchNotes = z.output<typeof searchNotesSchema>
export type ReceivedAttribute = z.output<typeof attributeSchema>
export type ReceivedProductPage = z.output<typeof receivedProductPageSchema>
export type ReceivedVariant = z.output<typeof receivedVariantSchema>
export type ReceivedProduct = z.output<typeof receivedProductSchema>

/** Suggestions for a search text, the most likely first. docs/requirements.md#116-suggestions */
export const receivedSuggestionsSchema = z.object({
  products: readableList(z.object({ id: receivedId, title: z.string().check(z.minLength(1)) })),
  subCategories: readableList(
    z.object({ category: receivedText, parentCategory: z.string().check(z.minLength(1)) }),
  ),
})

export type Suggestions = z.output<typeof receivedSuggestionsSchema>
