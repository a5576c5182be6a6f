import { and, eq, inArray } from 'drizzle-orm'

import { readTenant, type Database } from '../../db/index.ts'
import { products } from '../../db/schema.ts'
import type { StoreRecord } from '../../db/store-record.ts'
import { FolderFileError, readInFolder } from '../../folder-files.ts'
import type { Tenant } from '../../tenant.ts'
import { MEDIA_FILE, mediaFolder } from '../catalogue/media-files.ts'
import type { CheckedShop } from '../store-checks/find-problems.ts'
import type { MeasurePicture } from '../store-checks/pictures.ts'

const PRODUCT_LINK = /\/product\/([\w%.~-]+)/g

/** What a check of these records needs to know of their shop. */
export async function readCheckedShop(
  { db, dataDir }: { db: Database; dataDir: string },
  { id, hosts }: Pick<Tenant, 'id' | 'hosts'>,
  records: readonly StoreRecord[],
): Promise<CheckedShop> {
  const linked = [
    ...new Set(
      JSON.stringify(records)
        .matchAll(PRODUCT_LINK)
        .map(([, name = '']) => name),
    ),
  ]
  return readTenant(db, id, async (tx) => {
    const found = await tx
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.tenantId, id), inArray(products.id, linked)))
    const categories = await tx
      .selectDistinct({ name: products.category })
      .from(products)
      .where(eq(products.tenantId, id))
    return {
      hosts,
      products: new Set(found.map((product) => product.id)),
      categories: categories.map(({ name }) => name),
      measurePicture: measureIn(mediaFolder(dataDir, id)),
    }
  })
}

/** Measures the pictures of a media folder; those of other hosts are not read. */
export function measureIn(folder: string): MeasurePicture {
  return async (address) => {
    const name = /^\/media\/([^/?#]+)$/.exec(address)?.[1]
    if (name === undefined) return undefined
    const bytes = await readInFolder(folder, name, MEDIA_FILE).catch((error: unknown) => {
      if (error instanceof FolderFileError) return undefined
      throw error
    })
    if (!bytes) return "is not one of the shop's pictures"
    // Loaded on demand: the API itself converts no picture.
    const { default: sharp } = await import('sharp')
    return sharp(bytes)
      .metadata()
      .catch(() => 'is damaged')
  }
}
