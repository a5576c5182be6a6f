import { and, eq, or } from 'drizzle-orm'

import type { OrderLine } from '@tanabana/contract/requests.ts'
import type { Transaction } from '../../db/index.ts'
import { products, productVariants } from '../../db/schema.ts'
import { ApiError } from '../../errors.ts'

/** A line as the merchant names it: SKU or id of a variant, or id of a product. */
export interface NamedLine {
  name: string
  quantity: number
  selectedSize?: string | undefined
  selectedColor?: string | undefined
}

/**
 * The line of an order that a merchant names.
 * @throws {ApiError} 422 the shop has nothing of this name, or several
 */
export async function findLine(
  tx: Transaction,
  tenantId: string,
  { name, ...line }: NamedLine,
): Promise<OrderLine> {
  const { id, productId, sku } = productVariants
  const variants = await tx
    .select({ id, productId })
    .from(productVariants)
    .where(and(eq(productVariants.tenantId, tenantId), or(eq(sku, name), eq(id, name))))
    .limit(2)
  const [variant, another] = variants
  if (another) throw new ApiError(422, `Several variants have the SKU ${name}. Name one by its id.`)
  if (variant) return { ...line, productId: variant.productId, variantId: variant.id }
  const [product] = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.tenantId, tenantId), eq(products.id, name)))
  if (product) return { ...line, productId: product.id }
  throw new ApiError(422, `The shop has no variant with the SKU or id ${name}, and no product with this id.`)
}
