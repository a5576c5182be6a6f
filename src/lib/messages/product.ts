export const productMessages = {
  notFound: 'Product not found',
  failed: 'Failed to load product details',
  linkCopied: 'Link copied',
  linkNotCopied: "Couldn't copy the link:",
}
