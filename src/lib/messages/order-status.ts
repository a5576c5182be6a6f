export const orderStatusMessages = {
  /** By their code. §4 */
  names: ['Pending', 'Processing', 'Shipped', 'Delivered', 'Cancelled'],
  invalid: 'Invalid order status code',
}
