export const listingMessages = {
  failed: 'Failed to load products. Please try again.',
  empty: 'No products found with the selected filters.',
  searchHelp: "Check the spelling or try fewer words, like 'kurta' or 'linen'. Hindi works too.",
  sorts: { newest: 'Newest', 'price-asc': 'Price: low to high', 'price-desc': 'Price: high to low' },
  noFeatured: 'No featured products available at the moment.',
}
