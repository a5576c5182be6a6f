/** Messages of pages without store info. */
export const storeRecordMessages = {
  errorState: 'Failed to load store information',
  errorOccurred: 'An error occurred while loading store information',
  fallbackName: 'Fashion Store',
}
