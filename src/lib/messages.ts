/** The texts of §2, §5 and §8, to the comma. Toasts are `{ title, body }`. Ships to the browser. */

export interface ToastText {
  title: string
  body?: string
}

export const formMessages = {
  invalidEmail: 'Invalid email address',
  shortPassword: 'Password must be at least 6 characters',
  shortFirstName: 'First name must be at least 2 characters',
  shortLastName: 'Last name must be at least 2 characters',
  passwordsDiffer: 'Passwords do not match',
}

export const sessionMessages = {
  loginFailed: 'Failed to login. Please check your credentials.',
  noResponse: 'No response from server. Please try again later.',
  tokenMissing: 'Authentication failed: Token is missing in the response',
  /** Not in the spec: the sign-in was right, but the browser keeps no cookie of this site. */
  cookieRefused: 'Your browser did not keep the sign-in. Allow cookies for this site and try again.',
  loggedIn: 'Logged in successfully.',
  registrationFailedTitle: 'Registration Error',
  registrationFailed: 'Failed to register. Please try again.',
  registrationScreen:
    'Registration failed. Please try using a different email provider (like gmail.com or outlook.com).',
  registered: 'Account created successfully. You can now log in.',
  invalidEmail: { title: 'Invalid Email', body: 'Please enter a valid email address.' },
  /** The account page's own sentence (§2) wins over the service's (§8). design §6.14 */
  loggedOut: { title: 'Logged out', body: 'You have been successfully logged out.' },
  logoutFailed: 'Failed to log out properly.',
  errorTitle: 'Error',
}

export const storeMessages = {
  loadFailed: 'Failed to load store information. Please refresh the page.',
  errorState: 'Failed to load store information',
  errorOccurred: 'An error occurred while loading store information',
  fallbackName: 'Fashion Store',
}

export const listingMessages = {
  failed: 'Failed to load products. Please try again.',
  empty: 'No products found with the selected filters.',
  noFeatured: 'No featured products available at the moment.',
}

export const productMessages = {
  notFound: 'Product not found',
  failed: 'Failed to load product details',
  sizeMissing: { title: 'Please select a size', body: 'You must select a size before adding to cart' },
}

export const cartMessages = {
  empty: 'Your cart is empty',
  added: { title: 'Added to cart' },
  updated: { title: 'Cart updated' },
  removed: { title: 'Removed from cart' },
  cleared: { title: 'Cart cleared', body: 'All items have been removed from your cart.' },
  loginRequired: { title: 'Login Required', body: 'Please login to proceed with checkout' },
}

export const checkoutMessages = {
  cartEmpty: { title: 'Cart is empty', body: 'Please add items to your cart before checkout.' },
  fieldsMissing: { title: 'Please fill all fields', body: 'All shipping information fields are required.' },
  orderFailed: 'Failed to create order',
  orderError: { title: 'Error placing order', body: 'Please try again later.' },
}

export const paymentMessages = {
  formFailed: 'Failed to load payment form. Please try again later.',
  processFailed: 'Failed to process payment. Please try again later.',
  orderMissing: 'Order ID is missing. Please return to checkout.',
  unknownError: 'Unknown error occurred during payment process',
  initiated: { title: 'Payment initiated', body: 'Your payment is being processed' },
  invalid: { title: 'Validation Error', body: 'Please correct the errors in the form' },
  required: 'This field is required',
  invalidEmail: 'Please enter a valid email address',
}

export const phoneMessages = {
  prefix: 'Phone number must start with +91',
  tooShort: (minimum: number) => `Phone number must have at least ${minimum} characters`,
  tooLong: (maximum: number) => `Phone number must have no more than ${maximum} characters`,
  wrongLength: 'Phone number must be 13 characters (including +91)',
  wrongFormat: 'Invalid phone number format',
}

export const ordersMessages = {
  empty: 'No Orders Found',
  loadFailed: { title: 'Error', body: 'Failed to load your orders. Please try again.' },
  invalidStatus: 'Invalid order status code',
}

export const trackingMessages = {
  required: { title: 'Required fields', body: 'Please enter both order number and email/phone' },
  notFoundOrDenied: 'Order not found or access denied',
  failed: { title: 'Error', body: 'Failed to find order. Please check your information and try again.' },
  emailHint: 'Using your account email by default',
}

export const accountMessages = {
  loadFailed: 'Failed to load account information',
  withStatus: (status: number) => `Failed to load account information (Status: ${status})`,
  withoutResponse: 'Failed to load account information (No response received)',
}

export const contactMessages = {
  sent: { title: 'Message Sent', body: "Thank you for contacting us. We'll get back to you shortly." },
}

export const newsletterMessages = {
  subscribed: { title: 'Subscribed!', body: 'Thank you for subscribing to our newsletter.' },
}

export const apiTestMessages = {
  failed: 'Connection failed. Check console for details.',
  unexpected: (message: string) => `Unexpected error: ${message}`,
}
