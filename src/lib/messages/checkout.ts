export const checkoutMessages = {
  cartEmpty: { title: 'Cart is empty', body: 'Please add items to your cart before checkout.' },
  fieldsMissing: { title: 'Please fill all fields', body: 'All shipping information fields are required.' },
  orderFailed: 'Failed to create order',
  orderError: { title: 'Error placing order', body: 'Please try again later.' },
}
