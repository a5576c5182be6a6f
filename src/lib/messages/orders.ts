export const ordersMessages = {
  method: 'Standard Shipping',
  noTracking: 'Not available',
  empty: 'No Orders Found',
  loadFailed: { title: 'Error', body: 'Failed to load your orders. Please try again.' },
}
