import { orderRoutes } from './orders.ts'
import { paymentRoutes } from './payments.ts'
import { productRoutes } from './products.ts'
import type { Route } from './route.ts'
import { storeInfoRoutes } from './store-info.ts'
import { userRoutes } from './users.ts'

/** All routes, in the order of docs/requirements.md#72-calls. */
export const routes: Route[] = [
  ...storeInfoRoutes,
  ...productRoutes,
  ...userRoutes,
  ...orderRoutes,
  ...paymentRoutes,
]
