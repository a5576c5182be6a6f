import { ofPages } from './of-pages.mjs'

export default ofPages(
  'account',
  'api-test',
  'cart',
  'checkout',
  'login',
  'order-success',
  'orders',
  'payment',
  'register',
  'track-order',
  'wishlist',
  'fragments/card/[id]',
  'fragments/quick-view/[id]',
)
