import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { openDatabase, withTenant, type Database } from '../../api/db/index.ts'
import { storedProducts } from '../../api/modules/catalogue/stored-products.ts'
import { writeProducts } from '../../api/modules/catalogue/write.ts'
import { findTenant } from '../../api/modules/tenants/find.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { ASHA, product } from '../api/helpers/store.ts'
import { run } from './command-line.ts'
import { folderWith } from './shop-files.ts'

const HINDI = { title: 'कुर्ता', description: 'सूती', attributes: { 'Hand wash': 'हाथ से धोएँ' } }

let db: Database

beforeAll(async () => {
  db = await openDatabase({ dataDir: 'memory://' })
}, 60_000)

afterAll(() => db.close())

beforeEach(async () => {
  await putTenant(db, { ...ASHA, record: { ...ASHA.record, capabilities: ['translations'] } })
  await withTenant(db, 'asha', (tx) =>
    writeProducts(tx, 'asha', [
      product('kurta', { translations: { hi: {}, en: {} } }),
      product('saree', { translations: { hi: {}, en: {} } }),
    ]),
  )
})

async function translations(): Promise<Record<string, unknown>> {
  const read = <T>(work: (tx: Parameters<Parameters<typeof withTenant>[2]>[0]) => Promise<T>) =>
    withTenant(db, 'asha', work)
  const all: Record<string, unknown> = {}
  for await (const batch of storedProducts(read, 'asha'))
    for (const { key, translations: texts } of batch) all[key] = texts
  return all
}

const importing = (content: string | object, ...options: string[]) =>
  run(db, folderWith({ 'texts.json': content }), 'translations', 'import', 'asha', 'texts.json', ...options)

describe('store translations', () => {
  it('sets the texts of products by key or title, and leaves those of other products and languages', async () => {
    await importing({ en: { saree: { title: 'A saree' } } })
    const { exitCode, lines } = await importing({
      hi: { kurta: HINDI, 'Title of saree': { title: ' साड़ी ' } },
    })
    expect([exitCode, lines]).toEqual([0, ['Translated 2 products of asha, 2 changed.']])
    expect(await translations()).toEqual({
      kurta: { hi: HINDI, en: {} },
      saree: { hi: { title: 'साड़ी' }, en: { title: 'A saree' } },
    })
  })

  it('writes nothing in a dry run', async () => {
    const before = await translations()
    const { lines } = await importing({ hi: { kurta: HINDI } }, '--dry-run')
    expect(lines).toEqual(['Dry run: nothing was written. The file translates 1 product of asha.'])
    expect(await translations()).toEqual(before)
  })

  it('writes a file that an import takes', async () => {
    await importing({ hi: { kurta: HINDI } })
    const folder = folderWith({})
    const { lines } = await run(db, folder, 'translations', 'export', 'asha', 'texts.json')
    const path = join(folder, 'texts.json')
    expect(lines).toEqual([`Wrote the translations of 1 product of asha to ${path}.`])
    const written = JSON.parse(readFileSync(path, 'utf8')) as object
    expect(written).toEqual({ hi: { kurta: HINDI } })
    expect((await importing(written)).lines).toEqual(['Translated 1 product of asha, 0 changed.'])
  })

  it('says where shoppers do not see them yet', async () => {
    await putTenant(db, ASHA)
    expect((await importing({ hi: { kurta: HINDI } })).lines.at(-1)).toBe(
      'Shoppers see them once the shop has the capability "translations".',
    )
  })

  it.each([
    ['an unknown product', { hi: { kurti: HINDI } }, 'asha has no product with the key or title "kurti".'],
    ['an unknown language', { ta: { kurta: HINDI } }, 'have mistakes:'],
    ['an unknown field', { hi: { kurta: { name: 'x' } } }, 'hi.kurta: Unrecognized key: "name"'],
    ['an empty title', { hi: { kurta: { title: ' ' } } }, 'hi.kurta.title: write the translation'],
    [
      'a long description',
      { hi: { kurta: { description: 'x'.repeat(20_001) } } },
      'write 1 to 20,000 characters',
    ],
    ['no JSON', '{', 'is not valid JSON'],
  ])('refuses %s and writes nothing', async (_, content, problem) => {
    const before = await translations()
    const { exitCode, problems } = await importing(content)
    expect(exitCode).toBe(1)
    expect(problems.join('\n')).toContain(problem)
    expect(await translations()).toEqual(before)
  })

  it.each(['shopify-csv', 'google-xml', 'google-tsv'])(
    'are kept by an export and an import in the format %s',
    async (format) => {
      await importing({ hi: { kurta: HINDI } })
      const before = await translations()
      const folder = folderWith({})
      await run(db, folder, 'export', 'asha', 'file', '--format', format)
      await importing({ hi: { kurta: {} } })
      await run(db, folder, 'import', 'asha', 'file')
      expect((await translations()).kurta).toEqual(before.kurta)
    },
  )
})

describe('store info of more than 256 KB without its policies', () => {
  const texts = Object.fromEntries(
    Array.from({ length: 3000 }, (_, index) => [`Word ${index}`, 'हाथ से बुनी सूती साड़ी, रोज़ पहनने के लिए']),
  )
  const record = { storeName: 'Asha', categories: [], translations: { hi: { texts } } }

  it('is refused with its largest fields, in a file and by any other write', async () => {
    const folder = folderWith({ 'store.json': { id: 'asha', ...record } })
    const { exitCode, problems } = await run(db, folder, 'push', 'asha', '.', '--force', '--dry-run')
    expect(exitCode).toBe(1)
    expect(problems).toEqual([
      expect.stringMatching(
        /^The store info has \d+ KB without its policies, and may have 256 KB\. Shorten its largest fields: translations\.hi \(\d+ KB\), .* store translations import\.$/,
      ),
    ])
    await expect(putTenant(db, { ...ASHA, record })).rejects.toThrow('may have 256 KB')
    expect((await findTenant(db, 'asha'))?.record.storeName).toBe('asha store')
  })

  it('does not count policies', async () => {
    const policy = `<p>${'Read this. '.repeat(20_000)}</p>`
    await putTenant(db, {
      ...ASHA,
      record: {
        ...ASHA.record,
        policies: { terms: policy },
        translations: { hi: { policies: { terms: policy } } },
      },
    })
    expect((await findTenant(db, 'asha'))?.record.policies?.terms).toBe(policy)
  })
})
