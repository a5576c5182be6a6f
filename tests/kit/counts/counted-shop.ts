import { withTenant, type Database } from '../../../api/db/index.ts'
import type { StoreRecord } from '../../../api/db/store-record.ts'
import { writeProducts } from '../../../api/modules/catalogue/write.ts'
import type { Capability } from '../../../contract/store-info.ts'
import { putShop, SHOP_ID } from '../api/api-process.ts'
import { MANY_ORDERS } from '../api/many-orders.ts'

export const COUNTED_TITLE = 'Counted kurta'
export const HOLD_MINUTES = 60

const CAPABILITIES = ['order-lines', 'idempotency-key', 'variants', 'stock'] as const

interface CountedShop {
  /** Pieces by size, which is also the SKU. */
  pieces: Readonly<Record<string, number>>
  price: number
  /** Besides those of ordered variants. */
  capabilities?: readonly Capability[]
  record?: Partial<StoreRecord>
}

/** Writes the shop of the fault tests with one product whose pieces are counted. */
export async function writeCountedShop(
  db: Database,
  { pieces, price, capabilities = [], record }: CountedShop,
): Promise<void> {
  const limits = { ...MANY_ORDERS, holdMinutes: HOLD_MINUTES }
  await putShop(db, [...CAPABILITIES, ...capabilities], limits, record)
  const product = {
    key: 'counted',
    title: COUNTED_TITLE,
    description: '',
    category: 'Kurtas',
    parentCategory: 'Ethnic',
    gender: 'Women' as const,
    regularPrice: price,
    imgUrl: '',
    images: [],
    attributes: [{ key: 'HSN', value: ['6204'] }],
    options: [{ name: 'Size', values: Object.keys(pieces) }],
    variants: Object.entries(pieces).map(([Size, stock]) => ({
      options: { Size },
      regularPrice: price,
      sku: Size,
      stock,
      images: [],
    })),
  }
  await withTenant(db, SHOP_ID, (tx) => writeProducts(tx, SHOP_ID, [product]))
}
