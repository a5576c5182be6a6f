import { and, asc, eq, gt } from 'drizzle-orm'

import { readTenant, type Database } from '../../db/index.ts'
import { products, productVariants } from '../../db/schema.ts'
import type { CatalogueProduct } from '../../db/catalogue-product.ts'
import type { Remark } from './remark.ts'
import { productName } from './text.ts'

const ROWS_PER_READ = 2000

interface Place {
  /** Absent where the shop has the SKU and the file does not name it. */
  line?: number
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

  /**
   * Adds the `skus` that the product has after the import: those of its rows, and those that the file leaves to the shop.
   * Returns each row of the file whose SKU another variant has.
   */
  add(
    { key, title, variants = [] }: CatalogueProduct,
    line: number,
    lines: readonly number[] = [],
    skus: readonly string[] = [],
  ): Remark[] {
    this.#keys.add(key)
    const name = productName(key, title)
    const all = new Set(skus)
    const inFile = variants.flatMap(({ sku }, at) =>
      sku !== undefined && all.has(sku) ? [[sku, { line: lines[at] ?? line, name, key }] as const] : [],
    )
    const named = new Set(inFile.map(([sku]) => sku))
    const kept = skus.filter((sku) => !named.has(sku)).map((sku) => [sku, { name, key }] as const)
    return [...inFile, ...kept].flatMap(([sku, place]) => this.#place(sku, place))
  }

  #place(sku: string, place: Place): Remark[] {
    const earlier = this.#places.get(sku)
    if (!earlier) {
      this.#places.set(sku, place)
      return []
    }
    const [named, other] = place.line === undefined ? [earlier, place] : [place, earlier]
    if (named.line === undefined) return []
    const where =
      other.line === undefined ? `${other.name} in the shop` : `${this.#unit} ${other.line} ("${other.key}")`
    return [{ line: named.line, reason: `${named.name}: the SKU "${sku}" is also that of ${where}` }]
  }

  /** Adds a product that the import removes from the shop. */
  addRemoved(key: string): void {
    this.#keys.add(key)
  }

  /**
   * Finds the file's SKUs that variants of the shop's other products have, in pages, so that other queries run between.
   * `rest` gets the time that a page took.
   */
  async findInShop(
    db: Database,
    tenantId: string,
    rest: (milliseconds: number) => Promise<unknown>,
    signal?: AbortSignal,
  ): Promise<Remark[]> {
    const remarks: Remark[] = []
    let last: string | undefined = this.#places.size > 0 ? '' : undefined
    while (last !== undefined) {
      signal?.throwIfAborted()
      const startedAt = performance.now()
      const rows = await readPage(db, tenantId, last)
      await rest(performance.now() - startedAt)
      for (const { sku, key, title } of rows) {
        const place = sku === null ? undefined : this.#places.get(sku)
        if (place?.line === undefined || this.#keys.has(key)) continue
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
