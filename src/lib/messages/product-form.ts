/** Apart from product.ts: the product page's script says nothing else. */
export const productFormMessages = {
  sizeMissing: { title: 'Please select a size', body: 'You must select a size before adding to cart' },
}
