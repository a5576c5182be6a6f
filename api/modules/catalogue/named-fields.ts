/** Fields of a product, each in a column, element or key of a file. Every file has key and title. */
export const PRODUCT_FIELDS = [
  'description',
  'category',
  'parentCategory',
  'gender',
  /** The price before a discount. */
  'regularPrice',
  /** The price to pay. Without the other price, an import keeps it as far as the two fit together. */
  'sellingPrice',
  'mainPicture',
  'pictures',
  'pictureTexts',
  /** All attributes; a file that has only some of them names those in `NamedFields.attributes`. */
  'attributes',
  'tags',
  'seoTitle',
  'seoDescription',
  /** Which variants there are, with their options. */
  'variants',
] as const
export const VARIANT_FIELDS = [
  'sku',
  'barcode',
  'stock',
  /** In stock or not, without a number of pieces. */
  'availability',
  'sellsBeyondStock',
  'variantPictures',
] as const
export type CatalogueField = (typeof PRODUCT_FIELDS)[number] | (typeof VARIANT_FIELDS)[number]

/** The fields that a file names for a product. The shop's value of any other field stays. */
export interface NamedFields {
  fields: ReadonlySet<CatalogueField>
  /** Names of single attributes, in any spelling. */
  attributes?: readonly string[]
}
