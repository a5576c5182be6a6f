import { type Capability, LANGUAGE_CODES } from './store-info.ts'

/** A query parameter of a product listing, in its address and in `GET /products`. */
export interface ListingParameter {
  name: string
  /** Its field in a parsed query. */
  field: string
  kind: 'name' | 'words' | 'choice' | 'percent' | 'values' | 'rupees' | 'whole'
  /** The values of a `choice` or `percent`. */
  choices?: readonly (string | number)[]
  /** Absent for a parameter of the plain contract. */
  capability?: Capability
  /** Capabilities of single choices, besides that of the parameter. */
  choiceCapabilities?: Readonly<Record<string, Capability>>
  /** True when a client can invent any number of values, each a page of its own. */
  isInventable: boolean
  /** True for a parameter of the page's address and so of the page's cache key; others are of `GET /products` alone. */
  isInKey: boolean
  /** For the API's documentation. */
  description: string
}

const key = { isInKey: true, isInventable: false } as const
const invented = { isInKey: true, isInventable: true } as const
const call = { isInKey: false, isInventable: false } as const

/** Other calls that return products have it too. docs/requirements.md#1128-translations */
export const LANGUAGE_PARAMETER = {
  ...call,
  name: 'language',
  field: 'language',
  kind: 'choice',
  choices: LANGUAGE_CODES,
  capability: 'translations',
  description: 'Texts of products in this language, where they have them',
} as const satisfies ListingParameter

/**
 * The parameters of a listing, in the order of its address. Address, cache key, call, API schema and the list for CDNs
 * follow from them. docs/requirements.md#28-product-listing docs/requirements.md#11-capabilities
 */
export const LISTING_PARAMETERS = [
  { ...key, name: 'category', field: 'category', kind: 'name', description: 'In any case' },
  { ...key, name: 'parentCategory', field: 'parentCategory', kind: 'name', description: 'In any case' },
  {
    ...key,
    name: 'featured',
    field: 'featured',
    kind: 'choice',
    choices: ['true'],
    description: '"true" for featured products only',
  },
  {
    ...call,
    name: 'gender',
    field: 'gender',
    kind: 'name',
    description: 'Men, Women or Unisex',
  },
  {
    ...call,
    name: 'filter',
    field: 'filter',
    kind: 'name',
    description: 'Categories and genders, separated by commas; "null" stands for products without a gender',
  },
  {
    ...invented,
    name: 'search',
    field: 'search',
    kind: 'words',
    capability: 'search',
    description:
      'Words in English, Hindi or Hinglish; spelling mistakes are understood. The best match is first',
  },
  {
    ...key,
    name: 'sort',
    field: 'sort',
    kind: 'choice',
    choices: ['newest', 'price-asc', 'price-desc', 'country'],
    capability: 'sort',
    choiceCapabilities: { country: 'country-sort' },
    description: 'Order of the products; `country` is the order of their countries of origin',
  },
  {
    ...invented,
    name: 'forGender',
    field: 'genders',
    kind: 'values',
    capability: 'attribute-facets',
    description: 'Any of these genders: Men, Women, Unisex; with `gender`, both must match',
  },
  {
    ...invented,
    name: 'size',
    field: 'sizes',
    kind: 'values',
    capability: 'facets',
    description: 'Any of these sizes; repeat the parameter for more than one',
  },
  {
    ...invented,
    name: 'color',
    field: 'colors',
    kind: 'values',
    capability: 'facets',
    description: 'Any of these colours; repeat the parameter for more than one',
  },
  {
    ...invented,
    name: 'clothingSize',
    field: 'clothingSizes',
    kind: 'values',
    capability: 'attribute-facets',
    description: 'Any of these sizes, of garments alone',
  },
  {
    ...invented,
    name: 'shoeSize',
    field: 'shoeSizes',
    kind: 'values',
    capability: 'attribute-facets',
    description: 'Any of these sizes, of footwear alone',
  },
  {
    ...invented,
    name: 'colorFamily',
    field: 'colorFamilies',
    kind: 'values',
    capability: 'attribute-facets',
    description: 'Any of these families of colours, such as Blue for indigo and navy',
  },
  {
    ...invented,
    name: 'fabric',
    field: 'fabrics',
    kind: 'values',
    capability: 'attribute-facets',
    description: 'Any of these fabrics',
  },
  {
    ...invented,
    name: 'occasion',
    field: 'occasions',
    kind: 'values',
    capability: 'attribute-facets',
    description: 'Any of these occasions',
  },
  {
    ...invented,
    name: 'country',
    field: 'countries',
    kind: 'values',
    capability: 'attribute-facets',
    description: "Any of these countries of origin; the shop's counts for products without one",
  },
  {
    ...key,
    name: 'discount',
    field: 'discount',
    kind: 'percent',
    choices: [10, 20, 30, 40, 50],
    capability: 'attribute-facets',
    description: 'At least so many percent off: 10, 20, 30, 40 or 50',
  },
  {
    ...key,
    name: 'availability',
    field: 'availability',
    kind: 'choice',
    choices: ['in-stock'],
    capability: 'attribute-facets',
    description: '"in-stock" for products that can be ordered',
  },
  {
    ...invented,
    name: 'minPrice',
    field: 'minPrice',
    kind: 'rupees',
    capability: 'facets',
    description: 'Rupees, included',
  },
  {
    ...invented,
    name: 'maxPrice',
    field: 'maxPrice',
    kind: 'rupees',
    capability: 'facets',
    description: 'Rupees, included',
  },
  {
    ...call,
    name: 'facets',
    field: 'facets',
    kind: 'choice',
    choices: ['true'],
    capability: 'facets',
    description: '"true" to include facets in the response',
  },
  LANGUAGE_PARAMETER,
  { ...key, name: 'page', field: 'page', kind: 'whole', description: 'From 1' },
  { ...call, name: 'limit', field: 'limit', kind: 'whole', description: 'Products on a page, from 1 to 100' },
] as const satisfies readonly ListingParameter[]

type Row = (typeof LISTING_PARAMETERS)[number]
type AddressRow = Extract<Row, { isInKey: true }>

/** The value of a parameter once parsed. */
type ValueOf<P extends Row> = P extends { choices: readonly (infer C)[] }
  ? C
  : P['kind'] extends 'values'
    ? string[]
    : P['kind'] extends 'rupees' | 'whole'
      ? number
      : string

/** The parsed query of a listing's address; lists are in lower case and sorted, so that equal queries have one address. */
export type ListingQuery = {
  [P in Exclude<AddressRow, { name: 'page' }> as P['field']]?: ValueOf<P> | undefined
} & { page: number }

/** Search, sort and filters of a listing, where the store has the capability. */
export type Filters = {
  [P in Extract<AddressRow, { capability: Capability }> as P['field']]?: ValueOf<P> | undefined
}

/** The parsed query of `GET /products`; an absent list is empty. */
export type ListingCall = {
  [P in Exclude<Row, { kind: 'whole' }> as P['field']]: P['kind'] extends 'values'
    ? string[]
    : ValueOf<P> | undefined
} & { page: number; limit: number }

export type Sort = NonNullable<ListingQuery['sort']>

/** The fields with a list of values. */
export type ListName = Extract<AddressRow, { kind: 'values' }>['field']
export type ListParameter = Extract<AddressRow, { kind: 'values' }>['name']

const isList = (row: Row): row is Extract<Row, { kind: 'values' }> => row.kind === 'values'
/** The parameter of each field with a list of values, in the order of the address. */
export const LISTS = Object.fromEntries(
  LISTING_PARAMETERS.filter(isList).map(({ field, name }) => [field, name]),
) as Record<ListName, ListParameter>
export const LIST_NAMES = LISTING_PARAMETERS.filter(isList).map(({ field }) => field)

/** The discounts to choose from, in percent. */
export const DISCOUNTS: readonly number[] = LISTING_PARAMETERS.flatMap((row) =>
  row.kind === 'percent' ? row.choices : [],
)
