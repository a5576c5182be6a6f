export const productMessages = {
  notFound: 'Product not found',
  failed: 'Failed to load product details',
  sizeMissing: { title: 'Please select a size', body: 'You must select a size before adding to cart' },
  linkCopied: 'Link copied',
  linkNotCopied: 'The link could not be copied:',
}
