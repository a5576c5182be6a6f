import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openDatabase, withTenant, type Database } from '../../api/db/index.ts'
import { orderItems, orders, products } from '../../api/db/schema.ts'
import { newestRevisions } from '../../api/modules/publishing/revisions.ts'
import { createUser, findCredentials } from '../../api/modules/users/accounts.ts'
import { createServer } from '../../api/http/server.ts'
import { runCommand } from '../../cli/run.ts'
import { ADDRESS, serve } from '../kit/api/store.ts'
import { fillDataDirectory } from '../kit/database/pglite-template.ts'
import { listeningOutput } from './command-line.ts'
import { folderWith } from './shop-files.ts'

/** By shop, as the pages name them. */
const ORDERS: Record<string, string> = { silkhouse: '7K3M9Q2XV0AB', myshop: '4KTM2X9A77QP' }
const PERSON = 'asha@example.com'

let db: Database
let api: ReturnType<typeof createServer>
let folder: string

beforeAll(async () => {
  folder = folderWith()
  await fillDataDirectory(join(folder, 'data'))
  db = await openDatabase({ dataDir: join(folder, 'data') })
  const { app } = serve(db)
  api = createServer(app)
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done))
})

afterAll(async () => {
  await new Promise((done) => api.close(done))
  await db.close()
})

/** The lines of a page's shell blocks; a here-document is one of them. */
function commandsOf(page: string): string[] {
  const text = readFileSync(join(import.meta.dirname, '../..', page), 'utf8')
  return [...text.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block = '']) =>
    (block.match(/cat > [^]*?\nEND\n|.+\n/g) ?? []).map((line) => line.trimEnd()),
  )
}

/** The words of a line as a shell takes them: quotation marks hold blanks together, and a comment is none. */
function wordsOf(line: string): string[] {
  return [...line.replace(/\s#.*/, '').matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  )
}

/** Buys a kurta, as a shopper does between the commands. */
async function placeOrder(tenantId: string): Promise<void> {
  await withTenant(db, tenantId, async (tx) => {
    const person = {
      email: PERSON,
      passwordHash: '',
      firstName: 'Asha',
      lastName: 'Rao',
      createdAt: new Date(),
    }
    if (!(await createUser(tx, tenantId, person))) return
    const account = await findCredentials(tx, tenantId, PERSON)
    const [product] = await tx.select().from(products).where(eq(products.tenantId, tenantId)).limit(1)
    const number = ORDERS[tenantId] ?? ''
    await tx.insert(orders).values({
      ...{ tenantId, number, userId: account?.id ?? '', total: 149_900, shippingAddress: ADDRESS },
      ...{ contactEmail: PERSON, contactPhone: '9876543210' },
    })
    await tx.insert(orderItems).values({
      ...{ tenantId, orderNumber: number, line: 1, productId: product?.id ?? '', productTitle: 'Blue Kurta' },
      ...{ quantity: 1, price: 149_900 },
    })
  })
}

async function follow(line: string): Promise<void> {
  const [, path, content] = /^cat > (\S+) <<'END'\n([^]*?\n)END$/.exec(line) ?? []
  if (path !== undefined && content !== undefined) {
    writeFileSync(join(folder, path), content)
    return
  }
  const [command, ...words] = wordsOf(line.replace('npm run store --', 'store'))
  if (command === 'alias') return
  expect(command).toBe('store')
  if (/orders|users/.test(words[0] ?? '')) await placeOrder(words[2] ?? '')
  const at = words.indexOf('>')
  const { port } = api.address() as AddressInfo
  const argv = (at < 0 ? words : words.slice(0, at)).map((word) =>
    word.replace('localhost:8044', `127.0.0.1:${port}`),
  )
  const output = listeningOutput()
  const exitCode = await runCommand(argv, {
    database: async () => db,
    dataDir: join(folder, 'data'),
    cwd: folder,
    purge: async () => [],
    output,
    signal: new AbortController().signal,
  })
  expect({ line, exitCode, problems: output.problems }).toEqual({ line, exitCode: 0, problems: [] })
  if (at >= 0) writeFileSync(join(folder, words[at + 1] ?? ''), `${output.lines.join('\n')}\n`)
}

it('every command of docs/merchant.md and then of docs/editors.md does what it says', async () => {
  const lines = [...commandsOf('docs/merchant.md'), ...commandsOf('docs/editors.md')]
  expect(lines.length).toBeGreaterThan(30)
  for (const line of lines) await follow(line)
  const written = ['feed.xml', 'feed.tsv', 'shopify.csv', 'backup.json', 'asha.json', 'orders.csv']
  expect(written.filter((name) => !existsSync(join(folder, name)))).toEqual([])
  const revisions = await withTenant(db, 'silkhouse', (tx) => newestRevisions(tx, 'silkhouse', 2))
  const [restored, pushed] = revisions.map(({ record }) => record.policies?.about)
  expect(pushed).toContain('We weave in Pune. Write to')
  expect(restored).toBe('<p>We weave in Pune.</p>')
})

it('every command of README.md for a first shop does what it says', async () => {
  const lines = commandsOf('README.md').filter((line) => /^(cat >|npm run store)/.test(line))
  expect(lines.length).toBeGreaterThan(6)
  for (const line of lines) await follow(line)
  expect(readFileSync(join(folder, 'products.json'), 'utf8')).toContain('Blue Cotton Kurta')
})
