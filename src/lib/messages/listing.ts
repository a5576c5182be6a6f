export const listingMessages = {
  failed: 'Failed to load products. Please try again.',
  empty: 'No products found with the selected filters.',
  noFeatured: 'No featured products available at the moment.',
}
