/**
 * All faults that the doctor finds, with their effect on the storefront. docs/requirements.md#2-pages
 * docs/requirements.md#7-calls-to-the-store-api
 */
export const FAULTS = {
  'no-answer': 'pages that need this call show an error message',
  'broken-encoding': "browsers and the storefront can't read the response",
  'slow-answer': 'pages wait 0.3 to 0.95 s for a call and are then shown without its data',
  redirect: 'redirects are not followed, so the call fails',
  'not-json': "the response can't be read, so the call fails",
  'content-type': 'other programs reject JSON with another content type',
  'server-error': 'shoppers see the error message of the page',
  'call-refused': 'shoppers see the error message of the page',
  'error-shape': 'shoppers see a general message instead of the reason',
  'store-shape': 'this part of the store info is ignored, or all of it is refused',
  'company-missing': "policy pages and the contact page say 'Company Name'",
  'store-name-missing': "the header says 'Fashion Store'",
  'policy-not-html': 'the policy page shows unformatted text, or the built-in policy',
  'policy-slug': 'no page has that name, so the text is never shown',
  'category-images': 'categories without a picture of their own get a drawn one',
  'capability-unknown': "the storefront doesn't know the word and ignores it",
  'capability-broken': 'the storefront uses the capability, and that part of the shop fails',
  'products-not-a-list': "the listing shows 'Failed to load products. Please try again.'",
  'total-missing': 'there is no pagination: shoppers see the first page only',
  'total-wrong': 'pagination and the item count are wrong',
  'product-id': 'the product is left out of every page',
  'product-title': 'the product is left out of every page',
  'product-price': 'the product is left out, or its price is wrong',
  'product-discount': 'the price is higher than the struck-through price',
  'product-picture': 'the card shows the placeholder icon instead of the picture',
  'product-attributes': 'sizes, colours and specifications are missing',
  'product-shape': 'the product is left out of every page',
  'product-date': "the date can't be read",
  'product-differs': 'the card and the product page disagree',
  'limit-ignored': 'pages are too long, and the home page loads too much',
  'page-ignored': 'every page of the listing shows the same products',
  'page-duplicates': 'products appear twice and others never',
  'order-unstable': 'products appear twice and others never',
  'category-ignored': 'every category in the header shows all products',
  'category-case': 'the links of header and home page find nothing',
  'sub-category-ignored': 'choosing a sub-category changes nothing',
  'gender-ignored': 'the categories men and women show all products',
  'filter-ignored': 'the header link Accessories (filter=…) shows all products',
  'featured-ignored': 'the featured products are all products',
  'missing-product-found': "a removed product has a page instead of 'Product not found'",
  'missing-product-status': "the page says 'Failed to load product details' instead of 'Product not found'",
  'unknown-id-fails': 'a mistyped address looks like a failure of the shop',
  'cors-missing': 'browsers refuse sign-in, cart prices, checkout and payment',
  'cors-credentials': 'browsers refuse every call that carries credentials',
  'cors-wildcard': 'browsers refuse a wildcard on calls with credentials',
  'cors-any-origin': "any website can read the shopper's data",
  'cors-preflight': 'browsers do not send sign-in, checkout and payment',
  'no-401': 'shoppers with an old session are not asked to sign in again',
  'token-unchecked': "anyone can read anyone's account and orders",
  'cookie-accepted': 'another website can act as the shopper',
  'registration-failed': "shoppers can't create an account",
  'password-unchecked': 'anyone can sign in as anyone',
  'token-missing': "sign-in fails with 'Authentication failed: Token is missing in the response'",
  'account-shape': 'the account page shows placeholders',
  'account-differs': "the account page shows another shopper's data",
  'orders-not-a-list': "the orders page shows 'Failed to load your orders. Please try again.'",
  'order-not-created': "checkout ends with 'Error placing order'",
  'order-id-missing': "checkout can't go on to the payment",
  'order-id-number':
    'leading zeros and digits of long numbers are lost, and consecutive numbers can be guessed',
  'order-not-listed': "the shopper can't find the order just placed",
  'order-shape': 'the order is left out of the list',
  'order-status': "the order's status reads 'Unknown'",
  'order-price': 'the shopper pays a price other than the one shown',
  'order-quantity': 'orders of less than one piece are accepted',
  'order-unknown-product': 'orders of products that do not exist are accepted',
  'orders-of-others': "shoppers read each other's orders and addresses",
  'tracking-failed':
    "tracking ends with 'Failed to find order. Please check your information and try again.'",
  'tracking-open': 'anyone who guesses an order number sees the address',
  'payment-fields': "the payment page shows 'Failed to load payment form. Please try again later.'",
  'field-name': 'the field is left out of the payment form',
  'field-type': 'the field is shown as plain text',
  'field-type-unknown': 'the field is shown as plain text',
  'field-options': 'there is nothing to choose',
  'field-pattern': 'the pattern is not checked before the payment is sent',
  'field-shape': 'the field is left out of the payment form',
  'field-show-when': 'the field never appears',
  'payment-answer': "payment ends with 'Failed to process payment. Please try again later.'",
  'payment-action': "payment ends with 'Failed to process payment. Please try again later.'",
  'payment-address': "the storefront doesn't open an address that it can't trust",
} as const

export type Fault = keyof typeof FAULTS

export interface DetectedFault {
  fault: Fault
  /** Operation of the contract, such as `GET /products`. */
  call: string
  /** The problem as a sentence. */
  says: string
  breaks: string
  /** Number of occurrences. */
  times: number
}
