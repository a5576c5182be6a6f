/** Messages about the shop on every page. */
export const storeMessages = {
  loadFailed: 'Failed to load store information. Please refresh the page.',
}
