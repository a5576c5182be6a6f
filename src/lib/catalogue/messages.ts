import type { Sort } from '@tanabana/contract/listing-parameters.ts'
import type { SizeKind } from './product.ts'

export const listingMessages = {
  failed: 'Failed to load products. Please try again.',
  empty: 'No products found with the selected filters.',
  searchHelp: "Check the spelling or try fewer words, like 'kurta' or 'linen'. Hindi works too.",
  sorts: {
    newest: 'Newest',
    'price-asc': 'Lowest price',
    'price-desc': 'Highest price',
    country: 'Country of origin',
  } satisfies Record<Sort, string>,
  discount: '{percent}% off or more',
  inStock: 'In stock',
  count: { one: '{count} product', many: '{count} products' },
  noFeatured: 'No featured products available at the moment.',
}

export const productMessages = {
  notFound: 'Product not found',
  failed: 'Failed to load product details',
  linkCopied: 'Link copied',
  linkNotCopied: "Couldn't copy the link:",
}

/** Separate from `productMessages`: the script of the product page bundles only these. */
export const productFormMessages = {
  sizeMissing: { title: 'Please select a size', body: 'You must select a size before adding to cart' },
}

/** Messages of products with variants, beyond the specification. */
export const variantMessages = {
  notLoaded: { title: 'No connection', body: 'Check your connection and try again.' },
}

/** The button of a product form by the state of its choice. */
export const orderLabels = { available: 'Add to Cart', 'sold-out': 'Sold out', missing: 'Not available' }

export const optionMessages = {
  missing: { title: 'Please select {option}', body: 'Choose {option} before adding to cart' },
}

/** Separate from `productFormMessages`, which a script bundles. */
export const sizeLabels: Record<SizeKind, string> = {
  shoe: 'Shoe Size',
  'one-size': 'Size',
  clothing: 'Clothing Size',
}

/** Labels of the legal disclosures in India. */
export const disclosureMessages = {
  maker: 'Manufacturer',
  marketer: 'Marketed by',
  packer: 'Packed by',
  importer: 'Imported by',
  country: 'Country of origin',
  care: 'Customer care',
  officer: 'Grievance officer',
  registration: 'Registration',
  gstin: 'GSTIN',
}
