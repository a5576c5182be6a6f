export const storeMessages = {
  loadFailed: 'Failed to load store information. Please refresh the page.',
  errorState: 'Failed to load store information',
  errorOccurred: 'An error occurred while loading store information',
  fallbackName: 'Fashion Store',
}
