export const ordersMessages = {
  method: 'Standard Shipping',
  notAvailable: 'Not available',
  empty: 'No Orders Found',
  loadFailed: { title: 'Error', body: 'Failed to load your orders. Please try again.' },
}
