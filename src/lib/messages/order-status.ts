export const orderStatusMessages = {
  unknownNumber: 'Unknown ({code})',
  invalid: 'Invalid order status code',
}

/** The status names by their code. */
export const orderStatusNames = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  unknown: 'Unknown',
}
