import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

import * as z from 'zod'

import { putTenant } from '../api/modules/tenants/write.ts'
import { root } from '../scripts/dev-processes.ts'
import { startApiProcess } from '../tests/faults/api-process.ts'
import { callStore } from '../tests/faults/store-caller.ts'
import { printTable, verdict } from './kit/table.ts'
import { oddShopifyFiles, type OddFile } from './odd-shopify-files.ts'
import { readShopifyFile, textOf, type FileProduct, type FileVariant } from './shopify-file.ts'

const SEED = 32
const PER_PAGE = 100
const SHOWN_MAX = 20

const picture = z.object({ url: z.string(), alt: z.string().optional() })
const shopProduct = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  regularPrice: z.number(),
  discountedPrice: z.number().optional(),
  images: z.array(picture),
  attributes: z.array(z.object({ key: z.string(), value: z.array(z.string()) })),
  seoTitle: z.string().optional(),
  seoDescription: z.string().optional(),
  options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })).default([]),
  variants: z
    .array(
      z.object({
        options: z.record(z.string(), z.string()),
        regularPrice: z.number(),
        discountedPrice: z.number().optional(),
        sku: z.string().optional(),
        barcode: z.string().optional(),
        available: z.boolean(),
        images: z.array(picture),
      }),
    )
    .default([]),
})
const page = z.object({ data: z.array(shopProduct), pagination: z.object({ totalPages: z.int() }) })
/** What only the merchant sees: exact stock and tags. */
const exported = z.array(
  z.object({
    key: z.string(),
    title: z.string(),
    tags: z.array(z.string()).default([]),
    variants: z
      .array(z.object({ options: z.record(z.string(), z.string()), stock: z.int().optional() }))
      .default([]),
  }),
)

type ShopProduct = z.output<typeof shopProduct>
type ExportedProduct = z.output<typeof exported>[number]

/**
 * Imports Shopify files with the command line into the running API, reads the shop over HTTP and compares it with the
 * file cell by cell. Without files, generates odd ones. False when a cell that the shop has a place for is missing.
 * docs/import.md
 */
export async function benchImportFidelity(paths: readonly string[]): Promise<boolean> {
  const files: OddFile[] =
    paths.length > 0
      ? paths.map((path) => ({ name: basename(path), text: readFileSync(resolve(path), 'utf8') }))
      : oddShopifyFiles(SEED)
  const folder = mkdtempSync(join(tmpdir(), 'tanabana-import-fidelity-'))
  const api = await startApiProcess(undefined, {
    async prepare(db) {
      for (const [at, { name }] of files.entries()) {
        const record = { storeName: name, categories: ['Kurtas'] }
        const payee = { upiId: '', name: 'Shop' }
        await putTenant(db, { id: shopOf(at), hosts: [`${shopOf(at)}.localhost`], record, payee })
      }
    },
  })
  const cells = new CellCount()
  try {
    for (const [at, { name, text }] of files.entries()) {
      const path = join(folder, `${shopOf(at)}.csv`)
      writeFileSync(path, text)
      runStore(api.dataDir, 'import', shopOf(at), path, '--currency', 'INR')
      const list = join(folder, `${shopOf(at)}.json`)
      runStore(api.dataDir, 'export', shopOf(at), list, '--format', 'json')
      const merchantView = exported.parse(JSON.parse(readFileSync(list, 'utf8')))
      compareShop(cells, name, readShopifyFile(text), await readShop(api.port, shopOf(at)), merchantView)
    }
  } finally {
    await api.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return cells.print(files.length)
}

function shopOf(at: number): string {
  return `import-${at + 1}`
}

/** @throws {Error} the command failed */
function runStore(dataDir: string, ...argv: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['cli/index.ts', ...argv], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
  })
  if (status !== 0) throw new Error(`store ${argv.join(' ')} failed:\n${stdout}${stderr}`)
}

async function readShop(port: number, shop: string): Promise<ShopProduct[]> {
  const products: ShopProduct[] = []
  for (let number = 1; ; number += 1) {
    const { body } = await callStore(port, `/products?page=${number}&limit=${PER_PAGE}`, {
      headers: { host: `${shop}.localhost` },
    })
    const { data, pagination } = page.parse(body)
    products.push(...data)
    if (number >= pagination.totalPages) return products
  }
}

/** Counts the filled cells of files by field, and those that the shop has unchanged. */
class CellCount {
  readonly #fields = new Map<string, { expected: number; found: number }>()
  readonly #wrong: string[] = []

  /** Compares one cell. Empty cells count only when the shop has something in their place. */
  compare(field: string, place: string, expected: unknown, found: unknown): void {
    const [wanted, had] = [JSON.stringify(expected ?? ''), JSON.stringify(found ?? '')]
    const isEqual = wanted === had
    if (isEqual && ['""', '[]'].includes(wanted)) return
    const count = this.#fields.get(field) ?? { expected: 0, found: 0 }
    this.#fields.set(field, { expected: count.expected + 1, found: count.found + (isEqual ? 1 : 0) })
    if (!isEqual) this.#wrong.push(`${place}, ${field}: ${wanted} in the file, ${had} in the shop`)
  }

  /** Prints the counts; true when every cell was found. */
  print(files: number): boolean {
    printTable(
      `Cells of ${files} files, and those that the shop has`,
      [...this.#fields].map(([field, { expected, found }]) => ({
        field,
        expected,
        found,
        share: `${((found / expected) * 100).toFixed(2)} %`,
        verdict: verdict(found === expected),
      })),
    )
    for (const line of this.#wrong.slice(0, SHOWN_MAX)) console.log(line)
    const hidden = this.#wrong.length - SHOWN_MAX
    if (hidden > 0) console.log(`… and ${hidden} more.`)
    return this.#fields.size > 0 && this.#wrong.length === 0
  }
}

function compareShop(
  cells: CellCount,
  file: string,
  expected: readonly FileProduct[],
  shop: readonly ShopProduct[],
  merchantView: readonly ExportedProduct[],
): void {
  cells.compare('products', file, expected.length, shop.length)
  const byTitle = Map.groupBy(shop, ({ title }) => title)
  const byKey = new Map(merchantView.map((product) => [product.key, product]))
  for (const product of expected) {
    const place = `${file}, row ${product.line}`
    const found = byTitle.get(product.title)?.shift()
    const own = byKey.get(product.handle)
    cells.compare('title', place, product.title, found?.title)
    if (found && own) {
      compareProduct(cells, place, product, found, own)
      compareVariants(cells, file, product, found, own)
    }
  }
}

function compareProduct(
  cells: CellCount,
  place: string,
  product: FileProduct,
  found: ShopProduct,
  own: ExportedProduct,
): void {
  const brand = found.attributes.find(({ key }) => key === 'Brand')?.value[0] ?? ''
  cells.compare('description, text', place, product.descriptionText, textOf(found.description))
  cells.compare('vendor', place, product.vendor.toLowerCase(), brand.toLowerCase())
  if (product.type !== '') cells.compare('type', place, product.type, found.category)
  for (const [name, values] of product.facts) {
    const fact = found.attributes.find(({ key }) => key.toLowerCase() === name.toLowerCase())
    cells.compare('metafield', place, lowerCase(values), lowerCase(fact?.value ?? []))
  }
  cells.compare('tags', place, product.tags, own.tags)
  cells.compare('options, names', place, namesOf(product.options), namesOf(found.options))
  cells.compare('options, values', place, valuesOf(product.options), valuesOf(found.options))
  cells.compare('variants', place, product.variants.length, found.variants.length)
  const variantImages = product.variants.map(({ image }) => image).filter((url) => url !== '')
  const images = [...new Set([...product.images, ...variantImages])]
  cells.compare(
    'images, in order',
    place,
    images,
    found.images.map(({ url }) => url),
  )
  for (const [url, alt] of product.altTexts) {
    cells.compare('alt text', place, alt, found.images.find((image) => image.url === url)?.alt)
  }
  cells.compare('SEO title', place, product.seoTitle, found.seoTitle)
  cells.compare('SEO description', place, product.seoDescription, found.seoDescription)
}

function compareVariants(
  cells: CellCount,
  file: string,
  product: FileProduct,
  found: ShopProduct,
  own: ExportedProduct,
): void {
  for (const variant of product.variants) {
    const place = `${file}, row ${variant.line}`
    const same = found.variants.find(({ options }) => isSame(options, variant))
    const stocked = own.variants.find(({ options }) => isSame(options, variant))
    cells.compare('variant', place, 'exists', same ? 'exists' : 'missing')
    if (!same || !stocked) continue
    const { regularPrice, discountedPrice } = same
    cells.compare('price', place, variant.price, discountedPrice ?? regularPrice)
    cells.compare('compare-at price', place, variant.compareAt, discountedPrice && regularPrice)
    cells.compare('SKU', place, variant.sku, same.sku)
    cells.compare('barcode', place, variant.barcode, same.barcode)
    cells.compare('stock', place, variant.stock, stocked.stock)
    cells.compare('on sale', place, variant.isOnSale, same.available)
    cells.compare('variant image', place, variant.image, same.images[0]?.url)
  }
}

function isSame(options: Record<string, string>, variant: FileVariant): boolean {
  const entries = Object.entries(variant.options)
  return (
    Object.keys(options).length === entries.length &&
    entries.every(([name, value]) => options[name] === value)
  )
}

/** Facts begin with a capital letter in the shop. */
function lowerCase(values: readonly string[]): string[] {
  return values.map((value) => value.toLowerCase())
}

function namesOf(options: readonly { name: string }[]): string[] {
  return options.map(({ name }) => name)
}

function valuesOf(options: readonly { values: string[] }[]): string[][] {
  return options.map(({ values }) => values)
}
