import type { AdminRoute } from './admin-route.ts'
import { auditRoutes } from './audit-routes.ts'
import { contentRoutes } from './content-routes.ts'
import { contactRoutes } from './contact-routes.ts'
import { customerRoutes } from './customer-routes.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { exportRoutes } from './export-routes.ts'
import { importRoutes } from './import-routes.ts'
import { moneyRoutes } from './money-routes.ts'
import { noteRoutes } from './note-routes.ts'
import { offerRoutes } from './offer-routes.ts'
import { orderRoutes } from './order-routes.ts'
import { parcelRoutes } from './parcel-routes.ts'
import { passwordRoutes } from './password-routes.ts'
import { pictureRoutes } from './picture-routes.ts'
import { pincodeRoutes } from './pincode-routes.ts'
import { printRoutes } from './print-routes.ts'
import { productRoutes } from './product-routes.ts'
import { returnRoutes } from './return-routes.ts'
import { revisionRoutes } from './revision-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { staffRoutes } from './staff-routes.ts'
import { todayRoutes } from './today-routes.ts'
import { tokenRoutes } from './token-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'
/** All calls of the admin API. A path without parameters comes before those that it would match. */
export const adminRoutes: AdminRoute[] = [
  ...sessionRoutes,
  ...passwordRoutes,
  ...todayRoutes,
  ...parcelRoutes,
  ...printRoutes,
  ...orderRoutes,
  ...noteRoutes,
  ...moneyRoutes,
  ...returnRoutes,
  ...productRoutes,
  ...pictureRoutes,
  ...importRoutes,
  ...exportRoutes,
  ...pincodeRoutes,
  ...offerRoutes,
  ...webhookRoutes,
  ...deliveryRoutes,
  ...customerRoutes,
  ...contactRoutes,
  ...staffRoutes,
  ...tokenRoutes,
  ...contentRoutes,
  ...revisionRoutes,
  ...auditRoutes,
]
