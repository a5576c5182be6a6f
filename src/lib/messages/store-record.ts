/** What pages write where the shop's record is missing. */
export const storeRecordMessages = {
  errorState: 'Failed to load store information',
  errorOccurred: 'An error occurred while loading store information',
  fallbackName: 'Fashion Store',
}
