import type { SizeKind } from '../domain/product.ts'

/** Apart from product.ts: the product page's script says nothing else. */
export const productFormMessages = {
  sizeMissing: { title: 'Please select a size', body: 'You must select a size before adding to cart' },
}

/** Apart from the messages above, which a script needs. */
export const sizeLabels: Record<SizeKind, string> = {
  shoe: 'Shoe Size',
  'one-size': 'Size',
  clothing: 'Clothing Size',
}
