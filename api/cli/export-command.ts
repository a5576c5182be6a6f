import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'

import { storedProducts } from '../catalogue/stored.ts'
import { readTenant, type Transaction } from '../db/index.ts'
import { openFeed, type FeedFormat } from '../feeds/feed.ts'
import { count } from '../import/text.ts'
import { CommandError } from './command-error.ts'
import { requireTenant, toPath, type CommandContext } from './context.ts'
import { shopOrigins } from './shop-origins.ts'
import type { Tenant } from '../tenants/tenant.ts'

const GOOGLE_ID_MAX = 50

export interface ExportOptions {
  format: FeedFormat
  shopUrl?: string
  apiUrl?: string
}

/** Where the lines of a file go. */
type Write = (line: string) => Promise<void> | void

/** `store export`: the whole catalogue as it is at one moment, to a file or to standard output. */
export async function exportCatalogue(
  context: CommandContext,
  tenantId: string,
  file: string | undefined,
  options: ExportOptions,
): Promise<void> {
  const { output } = context
  const db = await context.database()
  const tenant = await requireTenant(db, tenantId)
  const work = (write: Write) =>
    readTenant(db, tenant.id, (tx) => writeFeed(context, tx, tenant, options, write))
  if (file === undefined) {
    await work((line) => output.line(line))
    return
  }
  const path = toPath(context, file)
  const { products, longKeys } = await writeWhole(path, work)
  output.line(`Wrote ${count(products, 'product')} of ${tenant.id} to ${path}.`)
  if (longKeys > 0 && options.format.startsWith('google')) {
    output.line(
      `! ${count(longKeys, 'product has a key', 'products have keys')} of more than ${GOOGLE_ID_MAX} characters, which Google refuses.`,
    )
  }
  output.result({ shop: tenant.id, format: options.format, file: path, products })
}

async function writeFeed(
  { output, signal }: CommandContext,
  tx: Transaction,
  tenant: Tenant,
  { format, shopUrl, apiUrl }: ExportOptions,
  write: Write,
): Promise<{ products: number; longKeys: number }> {
  const origins = shopOrigins(tenant)
  const { storeName, description = '' } = tenant.record
  const shop = shopUrl ?? origins.shop
  const feed = openFeed(
    format,
    { storeName, description, shop: withoutSlash(shop), api: withoutSlash(apiUrl ?? origins.api) },
    format === 'shopify-csv' ? await attributeKeys(tx, tenant.id) : [],
  )
  let products = 0
  let longKeys = 0
  for (const line of feed.head) await write(line)
  for await (const batch of storedProducts(tx, tenant.id)) {
    signal.throwIfAborted()
    for (const product of batch) {
      for (const line of feed.lines(product, products === 0)) await write(line)
      products += 1
      if (product.key.length > GOOGLE_ID_MAX) longKeys += 1
    }
    output.progress(`${count(products, 'product')} written …`)
  }
  for (const line of feed.tail) await write(line)
  return { products, longKeys }
}

async function attributeKeys(tx: Transaction, tenantId: string): Promise<string[]> {
  const keys = new Map<string, string>()
  for await (const batch of storedProducts(tx, tenantId)) {
    for (const { key } of batch.flatMap((product) => product.attributes)) {
      if (!keys.has(key.toLowerCase())) keys.set(key.toLowerCase(), key)
    }
  }
  return [...keys.values()]
}

/** Written beside and moved in one step: whoever reads the file sees the old one or the new one, whole. */
async function writeWhole<T>(path: string, work: (write: Write) => Promise<T>): Promise<T> {
  const half = `${path}.incomplete`
  const stream = createWriteStream(half)
  const ended = finished(stream).catch((cause: unknown) => {
    throw new CommandError(`${path} can't be written. Check that path and the space on its disk.`, { cause })
  })
  // Whoever waits for the end hears of it; until then it is nobody's.
  ended.catch(() => undefined)
  try {
    const result = await work(async (line) => {
      if (!stream.write(`${line}\n`)) await Promise.race([once(stream, 'drain'), ended])
    })
    stream.end()
    await ended
    await rename(half, path)
    return result
  } catch (error) {
    stream.destroy()
    await rm(half, { force: true })
    throw error
  }
}

function withoutSlash(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new CommandError(`"${url}" is no address. Write it with https://, such as https://shop.example.`)
  }
  return new URL(url).origin
}
