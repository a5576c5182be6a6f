import type { AppContext } from '../http/context.ts'
import type { PurgedProduct, PurgedShop } from '../purge/purge-pages.ts'

/** Purges the pages of the shop, or those that show or list some products, after an edit by its staff. */
export async function purgeEdit(
  c: AppContext,
  { id, hosts }: PurgedShop,
  products?: readonly PurgedProduct[],
): Promise<void> {
  const services = c.get('services')
  const storefronts = await services.purgeEdit({ id, hosts }, products)
  if (storefronts.length > 0)
    services.log({ level: 'warn', event: 'pages not purged', tenant: id, storefronts })
}
