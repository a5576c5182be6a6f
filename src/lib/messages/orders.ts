export const ordersMessages = {
  empty: 'No Orders Found',
  loadFailed: { title: 'Error', body: 'Failed to load your orders. Please try again.' },
}
