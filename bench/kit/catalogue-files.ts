import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { and, eq, like } from 'drizzle-orm'

import { withTenant, readTenant, type Database } from '../../api/db/index.ts'
import { products } from '../../api/db/schema.ts'
import { storedProducts } from '../../api/modules/catalogue/stored-products.ts'
import { openFeed } from '../../api/modules/exports/open-feed.ts'
import { checkCatalogue, writeCatalogue } from '../../api/modules/imports/import-catalogue.ts'
import { openCatalogue } from '../../api/modules/imports/open-catalogue.ts'

export const FILE_PRODUCTS = 500
const EXPORTED_PRODUCTS = 2000
const PREFIX = 'imported-'
const COLORS = ['Indigo', 'Madder', 'Sage', 'Ivory', 'Turmeric']
const FABRICS = ['Cotton', 'Silk', 'Linen']

/**
 * Milliseconds from opening a file until it is imported: into a shop without its products, or with other prices into one
 * that has them.
 */
export async function timeImport(
  db: Database,
  tenantId: string,
  kind: 'new' | 'changed',
  round: number,
): Promise<number> {
  if (kind === 'new') {
    await withTenant(db, tenantId, (tx) =>
      tx.delete(products).where(and(eq(products.tenantId, tenantId), like(products.key, `${PREFIX}%`))),
    )
  }
  const directory = mkdtempSync(join(tmpdir(), 'tanabana-import-'))
  try {
    const path = join(directory, 'catalogue.json')
    const price = 1000 + 2 * round + (kind === 'new' ? 0 : 1)
    writeFileSync(
      path,
      JSON.stringify(Array.from({ length: FILE_PRODUCTS }, (_, index) => item(index, price))),
    )
    const startedAt = performance.now()
    const catalogue = await openCatalogue(path)
    const checked = await checkCatalogue(db, tenantId, catalogue, { setsStock: true })
    const done = await writeCatalogue(db, tenantId, catalogue, checked, { setsStock: true, removes: false })
    const taken = performance.now() - startedAt
    const written = kind === 'new' ? done.created : done.updated
    if (written !== FILE_PRODUCTS) throw new Error(`The import wrote ${written} products.`)
    return taken
  } finally {
    rmSync(directory, { recursive: true })
  }
}

function item(index: number, regularPrice: number) {
  return {
    key: `${PREFIX}${index}`,
    title: `Handloom kurta number ${index}`,
    description: 'Woven by hand.',
    category: 'Kurtas',
    gender: 'Women',
    regularPrice,
    imgUrl: `/media/imported-${index}.webp`,
    attributes: [
      { key: 'Sizes', value: ['S', 'M', 'L'] },
      { key: 'Colors', value: [COLORS[index % COLORS.length]] },
      { key: 'Material', value: [FABRICS[index % FABRICS.length]] },
    ],
  }
}

/** Milliseconds per 1,000 products of an export of the shop, from its first 2,000 products. */
export async function timeExport(db: Database, tenantId: string): Promise<number> {
  const shop = {
    storeName: tenantId,
    description: '',
    shop: 'https://shop.example',
    api: 'https://api.example',
  }
  const startedAt = performance.now()
  let exported = 0
  // A small shop is exported several times.
  while (exported < EXPORTED_PRODUCTS) {
    const feed = openFeed('json', shop, [])
    for await (const batch of storedProducts((work) => readTenant(db, tenantId, work), tenantId)) {
      for (const product of batch) feed.entry(product, exported === 0)
      exported += batch.length
      if (exported >= EXPORTED_PRODUCTS) break
    }
  }
  return ((performance.now() - startedAt) / exported) * 1000
}
