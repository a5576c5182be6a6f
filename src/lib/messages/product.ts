export const productMessages = {
  notFound: 'Product not found',
  failed: 'Failed to load product details',
  linkCopied: 'Link copied',
  linkNotCopied: 'The link could not be copied:',
}
