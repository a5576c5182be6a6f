/** What any page may say about its shop. */
export const storeMessages = {
  loadFailed: 'Failed to load store information. Please refresh the page.',
}
