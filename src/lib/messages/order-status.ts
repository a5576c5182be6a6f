export const orderStatusMessages = {
  unknownNumber: 'Unknown ({code})',
  invalid: 'Invalid order status code',
}

/** Status names by code. */
export const orderStatusNames = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  unknown: 'Unknown',
}
