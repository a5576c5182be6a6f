import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { constants, existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { writeProducts } from '../../api/modules/catalogue/write.ts'
import { withTenant, type Database } from '../../api/db/index.ts'
import { orders, products, users } from '../../api/db/schema.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { openTestDatabase } from '../kit/database/open-test-database.ts'
import { run } from './command-line.ts'
import { folderWith } from './shop-files.ts'

const PRODUCTS = 600

let db: Database

beforeAll(async () => {
  db = await openTestDatabase()
  const record = { storeName: 'Shop', categories: [] }
  const payee = { upiId: '', name: 'Shop' }
  await putTenant(db, { id: 'shop', hosts: ['shop.localhost'], record, payee })
  await withTenant(db, 'shop', (tx) =>
    writeProducts(
      tx,
      'shop',
      Array.from({ length: PRODUCTS }, (_, at) => ({
        key: `kurta-${at}`,
        title: `Kurta ${at}`,
        description: 'Soft cotton from Pune. '.repeat(60),
        category: 'Kurtas',
        parentCategory: 'Ethnic',
        gender: null,
        regularPrice: 999,
        imgUrl: '',
        images: [],
        attributes: [],
      })),
    ),
  )
})

afterAll(() => db.close())

function renameLast(title: string): Promise<unknown> {
  return withTenant(db, 'shop', (tx) =>
    tx
      .update(products)
      .set({ title })
      .where(eq(products.key, `kurta-${PRODUCTS - 1}`)),
  )
}

/** The file that the command writes into is a pipe here: it takes no more than its reader reads. */
function pipedFile() {
  const folder = folderWith()
  const path = join(folder, 'c.json.incomplete')
  execFileSync('mkfifo', [path])
  // Open for both, so that it stays a pipe between two writers.
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  const pipe = new Socket({ fd, readable: true, writable: false }).setEncoding('utf8')
  let written = ''
  async function more(): Promise<void> {
    const part: string | null = pipe.read()
    if (part === null) await once(pipe, 'readable')
    else written += part
  }
  return {
    folder,
    /** Something was written, and by far not all. */
    async begun(): Promise<void> {
      while (written === '') await more()
    },
    async whole(): Promise<{ title: string }[]> {
      while (!written.includes('\n]\n')) await more()
      const end = written.indexOf('\n]\n') + 3
      const list = JSON.parse(written.slice(0, end))
      written = written.slice(end)
      return list
    },
    close: () => pipe.destroy(),
  }
}

const argv = ['export', 'shop', 'c.json', '--format', 'json']

describe('while an export waits for its disk', () => {
  let file: ReturnType<typeof pipedFile>

  beforeEach(() => {
    file = pipedFile()
  })

  afterEach(() => file.close())

  it('the shop goes on reading and writing', async () => {
    const command = run(db, file.folder, ...argv)
    await file.begun()
    expect(await withTenant(db, 'shop', (tx) => tx.$count(products))).toBe(PRODUCTS)
    expect(await file.whole()).toHaveLength(PRODUCTS)
    expect((await command).exitCode).toBe(0)
  })

  it('a change restarts it, so that the file is the catalogue at one moment', async () => {
    const command = run(db, file.folder, ...argv)
    await file.begun()
    await renameLast('Changed')
    await file.whole()
    const catalogue = await file.whole()
    expect(catalogue).toHaveLength(PRODUCTS)
    expect(catalogue.at(-1)).toMatchObject({ title: 'Changed' })
    expect((await command).lines[0]).toContain('Wrote 600 products of shop')
  })

  it('changes without end make it hold the catalogue still at last', async () => {
    const command = run(db, file.folder, ...argv)
    for (const pass of [1, 2, 3]) {
      await file.begun()
      await renameLast(`Changed ${pass}`)
      await file.whole()
    }
    expect((await file.whole()).at(-1)).toMatchObject({ title: 'Changed 3' })
    expect((await command).exitCode).toBe(0)
  })
})

it('prints the same lines without a file as it writes into one, and leaves nothing behind', async () => {
  const folder = folderWith()
  vi.stubEnv('TMPDIR', folderWith())
  await run(db, folder, ...argv)
  const { lines } = await run(db, folder, 'export', 'shop', '--format', 'json')
  const written = readFileSync(join(folder, 'c.json'), 'utf8')
  expect(lines.map((line) => `${line}\n`).join('')).toBe(written)
  expect(existsSync(join(folder, 'c.json.incomplete'))).toBe(false)
  expect(readdirSync(tmpdir())).toEqual([])
  vi.unstubAllEnvs()
})

it('reports in a sentence that a file cannot be written', async () => {
  const { exitCode, problems } = await run(db, join(folderWith(), 'nowhere'), ...argv)
  expect(exitCode).toBe(1)
  expect(problems[0]).toContain("can't be written. Check the path and the disk space.")
})

it('exports orders page by page, each once, newest first', async () => {
  await withTenant(db, 'shop', async (tx) => {
    const asha = { email: 'asha@example.com', passwordHash: 'x', firstName: 'Asha', lastName: 'Rao' }
    await tx.insert(users).values({ tenantId: 'shop', id: 'asha', ...asha })
    const address = { fullName: 'Asha', address: '1', city: 'Pune', state: 'MH', postalCode: '4', phone: '9' }
    await tx.insert(orders).values(
      Array.from({ length: 450 }, (_, at) => ({
        tenantId: 'shop',
        number: String(at).padStart(12, '0'),
        userId: 'asha',
        total: 100,
        shippingAddress: address,
        contactEmail: 'asha@example.com',
        contactPhone: '9',
        // Three of each moment: pages end among equals.
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(at / 3))),
      })),
    )
  })
  const { lines } = await run(db, '.', 'orders', 'export', 'shop', '--json')
  const numbers = JSON.parse(lines.join('\n')).map(({ id }: { id: string }) => id.replaceAll('-', ''))
  const expected = Array.from({ length: 450 }, (_, at) => String(449 - at).padStart(12, '0'))
  expect(numbers).toEqual(expected)
})
