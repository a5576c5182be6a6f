import { orderRoutes } from './orders.ts'
import { paymentRoutes } from './payments.ts'
import { productRoutes } from './products.ts'
import type { Route } from './route.ts'
import { storeInfoRoutes } from './store-info.ts'
import { userRoutes } from './users.ts'

/** Every call of §7, in the order the documents list them. */
export const routes: Route[] = [
  ...storeInfoRoutes,
  ...productRoutes,
  ...userRoutes,
  ...orderRoutes,
  ...paymentRoutes,
]
