import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import {
  finished,
  superviseTogether,
  portsOf,
  purgeEnvironment,
  start,
  STOREFRONT,
} from '../../../scripts/processes/dev-processes.ts'
import { demoDataDirectory } from './demo-data-directory.ts'

/** The real stack with the demo shops on a temporary database. */
const { storefront, environment: ports } = portsOf(process.env)
const dataDirectory = demoDataDirectory(storefront)
rmSync(dataDirectory, { recursive: true, force: true })
mkdirSync(dataDirectory)
const environment = {
  ...ports,
  // A relay before the storefront has another port.
  ...(process.env.STOREFRONT_PORT && { STOREFRONT_PORT: process.env.STOREFRONT_PORT }),
  ...purgeEnvironment(storefront),
  DATA_DIR: dataDirectory,
  IMAGE_CACHE_DIR: join(dataDirectory, 'images'),
  RATE_LIMITS: 'off',
  PAYMENT_SANDBOX: 'on',
}

process.once('exit', () => rmSync(dataDirectory, { recursive: true, force: true }))
const store = (...command: string[]) => finished(start('node', ['cli/index.ts', ...command], environment))
await finished(start('node', ['scripts/seed.ts'], environment))
// Tests buy more than shoppers do, with one phone number.
for (const shop of ['tanabana', 'dhaaga'])
  await store('shop', 'update', shop, '--unpaid-orders', '1000', '--unpaid-pieces', '10000', '--cash-orders', '1000')
await addVariantShop()
superviseTogether([start('node', ['cli/serve.ts'], environment), start('node', STOREFRONT, environment)])

/** A shop whose products have variants, written by the merchant's commands. */
async function addVariantShop(): Promise<void> {
  const folder = join(import.meta.dirname, 'variant-shop')
  const media = join(dataDirectory, 'media/vastra')
  mkdirSync(media, { recursive: true })
  for (const [file, source] of Object.entries({
    'indigo.webp': 'handloom-cotton-kurta-indigo-indigo-front.webp',
    'madder.webp': 'ajrakh-madder-kurta-madder-front.webp',
    'weave.webp': 'ajrakh-madder-kurta-indigo-front.webp',
  }))
    cpSync(join('demo/tanabana/pictures', source), join(media, file))
  await store('shop', 'create', join(folder, 'store.json'))
  await store('import', 'vastra', join(folder, 'products.json'))
}
