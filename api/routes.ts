import { afterOrderRoutes } from './modules/orders/after-order-routes.ts'
import { accountRoutes } from './modules/account/routes.ts'
import { contactRoutes } from './modules/contact/routes.ts'
import { deliveryRoutes } from './modules/delivery/routes.ts'
import { orderRoutes } from './modules/orders/routes.ts'
import { confirmationRoutes } from './modules/orders/confirmation-routes.ts'
import { taxDocumentRoutes } from './modules/orders/tax-document-routes.ts'
import { paymentLinkRoutes } from './modules/payments/payment-link-routes.ts'
import { refundLinkRoutes } from './modules/payments/refund-link-routes.ts'
import { paymentRoutes } from './modules/payments/routes.ts'
import { previewRoutes } from './modules/publishing/routes.ts'
import { productRoutes } from './modules/catalogue/routes.ts'
import type { Route } from './http/route.ts'
import { quoteRoutes } from './modules/quotes/routes.ts'
import { storeInfoRoutes } from './modules/store-info/routes.ts'
import { passwordRoutes } from './modules/users/password-routes.ts'
import { newsletterRoutes } from './modules/newsletter/routes.ts'
import { userRoutes } from './modules/users/routes.ts'

/** All routes, in the order of docs/requirements.md#72-calls. */
export const routes: Route[] = [
  ...storeInfoRoutes,
  ...productRoutes,
  ...userRoutes,
  ...passwordRoutes,
  ...accountRoutes,
  ...quoteRoutes,
  ...orderRoutes,
  ...afterOrderRoutes,
  ...confirmationRoutes,
  ...taxDocumentRoutes,
  ...paymentRoutes,
  ...deliveryRoutes,
  ...paymentLinkRoutes,
  ...refundLinkRoutes,
  ...contactRoutes,
  ...newsletterRoutes,
  ...previewRoutes,
]
