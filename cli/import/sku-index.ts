import { and, asc, eq, gt } from 'drizzle-orm'

import { readTenant, type Database } from '../../api/db/index.ts'
import { products, productVariants } from '../../api/db/schema.ts'
import type { CatalogueProduct } from '../../api/modules/catalogue/catalogue-product.ts'
import type { Remark } from './remark.ts'
import { productName } from './text.ts'

const ROWS_PER_READ = 2000

interface Place {
  line: number
  /** Name of the product in messages. */
  name: string
  key: string
}

/** The SKUs of a file, which finds those that several variants have. */
export class SkuIndex {
  readonly #unit: string
  readonly #places = new Map<string, Place>()
  readonly #keys = new Set<string>()

  /** `unit` is that of the lines in messages, such as `row`. */
  constructor(unit: string) {
    this.#unit = unit
  }

  /** Adds the SKUs of a product and returns those that an earlier variant has. */
  add(
    { key, title, variants = [] }: CatalogueProduct,
    line: number,
    lines: readonly number[] = [],
  ): Remark[] {
    this.#keys.add(key)
    const name = productName(key, title)
    return variants.flatMap(({ sku }, at) => {
      if (sku === undefined) return []
      const place = { line: lines[at] ?? line, name, key }
      const earlier = this.#places.get(sku)
      if (!earlier) {
        this.#places.set(sku, place)
        return []
      }
      const where = `${this.#unit} ${earlier.line} ("${earlier.key}")`
      return [{ line: place.line, reason: `${name}: the SKU "${sku}" is also that of ${where}` }]
    })
  }

  /** Adds a product that the import removes from the shop. */
  addRemoved(key: string): void {
    this.#keys.add(key)
  }

  /** Finds the SKUs that variants of the shop's other products have, in pages, so that other queries run between. */
  async findInShop(db: Database, tenantId: string, signal?: AbortSignal): Promise<Remark[]> {
    const remarks: Remark[] = []
    let last: string | undefined = this.#places.size > 0 ? '' : undefined
    while (last !== undefined) {
      signal?.throwIfAborted()
      const rows = await readPage(db, tenantId, last)
      for (const { sku, key, title } of rows) {
        const place = sku === null ? undefined : this.#places.get(sku)
        if (!place || this.#keys.has(key)) continue
        const other = `${productName(key, title)} in the shop, which the file does not have`
        remarks.push({
          line: place.line,
          reason: `${place.name}: the SKU "${sku}" is also that of ${other}`,
        })
      }
      last = rows.length === ROWS_PER_READ ? rows.at(-1)?.id : undefined
    }
    return remarks.toSorted((one, other) => one.line - other.line)
  }
}

function readPage(db: Database, tenantId: string, after: string) {
  const { id, sku, productId } = productVariants
  return readTenant(db, tenantId, (tx) =>
    tx
      .select({ id, sku, key: products.key, title: products.title })
      .from(productVariants)
      .innerJoin(products, and(eq(products.tenantId, tenantId), eq(products.id, productId)))
      .where(and(eq(productVariants.tenantId, tenantId), gt(id, after)))
      .orderBy(asc(id))
      .limit(ROWS_PER_READ),
  )
}
