import type { SizeKind } from '../domain/product.ts'

/** Separate from product.ts, because the product page's script needs only these. */
export const productFormMessages = {
  sizeMissing: { title: 'Please select a size', body: 'You must select a size before adding to cart' },
}

/** Separate from the messages above, which a script loads. */
export const sizeLabels: Record<SizeKind, string> = {
  shoe: 'Shoe Size',
  'one-size': 'Size',
  clothing: 'Clothing Size',
}
