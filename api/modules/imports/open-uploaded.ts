import { access } from 'node:fs/promises'

import type { ImportSettings } from '../../db/import-states.ts'
import type { Tenant } from '../../tenant.ts'
import { shopOrigins } from '../tenants/shop-origins.ts'
import { ImportRefused } from './import-event.ts'
import { parseMapping, READY_MAPPINGS, type Mapping } from './mapping.ts'
import { openCatalogue, refuseOtherCurrency, type Catalogue } from './open-catalogue.ts'

/**
 * Opens a file that staff uploaded.
 * @throws {UnusableFile} it is not recognised, or its settings don't fit
 */
export async function openUploaded(
  path: string,
  { fileName, settings }: { fileName: string; settings: ImportSettings },
  shop: Pick<Tenant, 'hosts'>,
): Promise<Catalogue> {
  const { format, mapping, encoding, currency } = settings
  refuseOtherCurrency(currency)
  await access(path).catch(() => {
    throw new ImportRefused('The uploaded file is gone. Upload it again.')
  })
  const options = { format, mapping: toMapping(mapping), encoding, currency }
  return openCatalogue(path, { ...options, fileName, ownOrigin: shopOrigins(shop).api })
}

/** A ready mapping by its name, or a mapping as JSON: never a path on the server. */
function toMapping(given: string | undefined): string | Mapping | undefined {
  if (given === undefined || READY_MAPPINGS.some((name) => name === given)) return given
  return parseMapping(given, 'that was sent')
}
