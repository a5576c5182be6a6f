import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { readTenant, withTenant } from '../../../api/db/index.ts'
import { imports } from '../../../api/db/schema.ts'
import { eraseOldImports } from '../../../api/jobs/erase-old-imports.ts'
import { runImport } from '../../../api/jobs/run-import.ts'
import { listAudit } from '../../../api/modules/staff/audit.ts'
import { putTenant } from '../../../api/modules/tenants/write.ts'
import { runWith } from '../../cli/command-line.ts'
import { folderWith } from '../../cli/shop-files.ts'
import { signInStaff, type Staff } from '../../kit/api/staff.ts'
import { ASHA, openSandboxStore, serve, type Store } from '../../kit/api/store.ts'

const HEADER = 'Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Variant SKU,Variant Price'
const DAY_MS = 24 * 60 * 60_000

let store: Store
let dataDir: string
let shops = 0
let shop: string
let editor: Staff
const purged: string[] = []

beforeAll(async () => {
  const opened = await openSandboxStore([])
  dataDir = await mkdtemp(join(tmpdir(), 'imports-'))
  store = { ...opened, ...serve(opened.db, { dataDir }), close: opened.close }
})

beforeEach(async () => {
  shop = `shop${++shops}`
  await putTenant(store.db, { ...ASHA, id: shop, hosts: [`${shop}.localhost`] })
  editor = await signInStaff(store, `${shop}.localhost`, 'editor')
  purged.length = 0
})

afterEach(async () => {
  await rm(join(dataDir, 'imports'), { recursive: true, force: true })
})

afterAll(async () => {
  await store.close()
  await rm(dataDir, { recursive: true })
})

function rowsOf(number: number, changes: Record<number, string> = {}): string {
  const rows = Array.from(
    { length: number },
    (_, at) =>
      changes[at] ?? `kurta-${at},Kurta ${at},Handloom cotton,Kurtas,Title,Default Title,K-${at},1299`,
  )
  return `${[HEADER, ...rows].join('\n')}\n`
}

const upload = (file: string, query: string, who = editor) =>
  who.call(`/imports?fileName=spring.csv&${query}`, { method: 'POST', body: file })

const services = () => ({
  ...{ db: store.db, config: { dataDir }, now: () => store.clock.now, log: () => undefined },
  purge: async ({ id }: { id: string }) => {
    purged.push(id)
    return []
  },
})

/** Does what the job of the import does. */
async function runJob(id: string, signal = new AbortController().signal) {
  await runImport(services(), { tenantId: shop, import: id }, signal)
  return (await editor.call(`/imports/${id}`)).body
}

async function uploadAndRun(file: string, query = 'dryRun=true') {
  const { status, body } = await upload(file, query)
  expect(status).toBe(201)
  return runJob(body.id)
}

const apply = (id: string, body: object = {}, who = editor) =>
  who.call(`/imports/${id}/apply`, { method: 'POST', body })

const countProducts = async () => (await editor.call('/products?perPage=1')).body.total

describe('an import by staff', { tags: ['@req-12.7', '@req-12.5'] }, () => {
  it('shows the bad rows with the reasons of the command line, and imports the other products', async () => {
    const file = rowsOf(100, {
      49: 'kurta-49,Kurta 49,Cotton,Kurtas,Title,Default Title,K-49,ask',
      70: 'kurta-70,,Cotton,Kurtas,Title,Default Title,K-70,1299',
    })
    const checked = await uploadAndRun(file)
    expect(checked).toMatchObject({
      state: 'checked',
      counts: { products: 98, created: 98, bad: 2, unit: 'row' },
      progress: { rows: 101, rowsTotal: 101 },
    })
    expect(await countProducts()).toBe(0)

    const { body } = await editor.call(`/imports/${checked.id}/rows?perPage=3`)
    const { lines, problems } = await runWith(
      {},
      store.db,
      folderWith({ 'c.csv': file }),
      'import',
      shop,
      'c.csv',
      '--dry-run',
    )
    expect(problems.slice(0, 2)).toEqual(
      body.data.slice(0, 2).map((row: { line: number; text: string }) => `row ${row.line}: ${row.text}`),
    )
    expect(lines.join()).toContain('98 valid products')
    expect(body).toMatchObject({
      total: 100,
      data: [{ kind: 'bad', line: 51 }, { kind: 'bad', line: 72 }, { kind: 'created' }],
    })

    expect((await apply(checked.id)).body.code).toBe('bad-rows')
    expect((await apply(checked.id, { skipInvalid: true })).body.state).toBe('checking')
    const done = await runJob(checked.id)
    expect(done).toMatchObject({
      state: 'done',
      counts: { created: 98, bad: 2 },
      progress: { products: 98, productsTotal: 98 },
    })
    expect(await countProducts()).toBe(98)
    expect(purged).toEqual([shop])
    expect(await readdir(join(dataDir, 'imports', shop))).toEqual([])

    const result = await editor.call(`/imports/${checked.id}/result.csv`)
    expect(result.headers.get('content-disposition')).toBe(`attachment; filename="import-${checked.id}.csv"`)
    const table = String(result.body).split('\n')
    expect(table[0]).toBe('row,kind,key,title,variant,field,before,after,text')
    expect(table[1]).toMatch(/^51,bad,,,,,,,.*ask/)
    expect(table.filter((line) => line.includes(',created,kurta-12,'))).toContain(
      '14,created,kurta-12,Kurta 12,,title,,Kurta 12,',
    )
  })

  it('names each field that it changes, before and after, and its entry in the audit log is that of the command', async () => {
    await runJob((await upload(rowsOf(3), 'dryRun=false')).body.id)
    const file = rowsOf(3, {
      1: 'kurta-1,Indigo kurta,Handloom cotton,Kurtas,Title,Default Title,K-1,1499.50',
    })
    const checked = await uploadAndRun(file)
    expect(checked.counts).toMatchObject({ created: 0, updated: 1, unchanged: 2 })
    const { body } = await editor.call(`/imports/${checked.id}/rows`)
    expect(body.data).toMatchObject([
      {
        ...{ kind: 'updated', line: 3, key: 'kurta-1', title: 'Indigo kurta' },
        changes: [
          { field: 'title', before: 'Kurta 1', after: 'Indigo kurta' },
          { field: 'regularPrice', before: '1299.00', after: '1499.50' },
        ],
      },
    ])
    await apply(checked.id)
    await runJob(checked.id)

    const command = { user: 'asha' }
    await runWith(command, store.db, folderWith({ 'spring.csv': rowsOf(3) }), 'import', shop, 'spring.csv')
    const { entries } = await withTenant(store.db, shop, (tx) =>
      listAudit(tx, shop, { action: 'import' }, { offset: 0, limit: 10 }),
    )
    const [byCommand, byStaff] = entries
    expect(byCommand).toMatchObject({
      ...{ actor: 'command', actorName: 'asha', action: 'import', target: 'spring.csv', outcome: 'done' },
      after: { created: 0, updated: 1, unchanged: 2, removed: 0 },
    })
    const who = ['id', 'at', 'actor', 'actorId', 'actorName']
    const entryOf = (entry: object = {}) =>
      Object.fromEntries(Object.entries(entry).filter(([name]) => !who.includes(name)))
    expect(entryOf(byStaff)).toEqual(entryOf(byCommand))
    expect(byStaff).toMatchObject({ actor: 'staff', actorId: editor.id })
    expect(entries).toHaveLength(3)
  })

  it('asks again before it writes over what changed after the person had looked', async () => {
    await runJob((await upload(rowsOf(3), '')).body.id)
    const checked = await uploadAndRun(
      rowsOf(3).replace('Kurta 1', 'Indigo kurta').replace('Kurta 2', 'Red kurta'),
    )
    const { id, version } = (await editor.call('/products?q=kurta-1')).body.data[0]
    await editor.call(`/products/${id}`, { method: 'PATCH', body: { version, title: 'Block print' } })

    await apply(checked.id)
    const stopped = await runJob(checked.id)
    expect(stopped).toMatchObject({ state: 'checked', counts: { changedSince: 1 } })
    expect(stopped.message).toMatch(/^Nothing was written: 1 product changed/)
    const { body } = await editor.call(`/imports/${checked.id}/rows`)
    expect(body.data).toMatchObject([
      { isChangedSince: true, changes: [{ before: 'Block print', after: 'Indigo kurta' }] },
      { isChangedSince: false, changes: [{ before: 'Kurta 2', after: 'Red kurta' }] },
    ])
    expect((await editor.call('/products?q=kurta-2')).body.data[0].title).toBe('Kurta 2')

    await apply(checked.id)
    expect(await runJob(checked.id)).toMatchObject({ state: 'done', counts: { updated: 2 } })
    expect((await editor.call('/products?q=kurta-1')).body.data[0].title).toBe('Indigo kurta')
  })

  it('removes values of the shop only when that is confirmed', async () => {
    await runJob((await upload(rowsOf(2), '')).body.id)
    const checked = await uploadAndRun(rowsOf(2).replaceAll('Handloom cotton', ''))
    expect(checked.counts.emptied).toEqual({ description: 2 })
    expect((await apply(checked.id)).body.code).toBe('removes')
    await apply(checked.id, { remove: true })
    expect((await runJob(checked.id)).state).toBe('done')
    expect((await editor.call('/products?q=kurta-1')).body.data[0].description).toBe('')
  })

  it('is refused while another one of the shop runs, and leaves no file', async () => {
    const first = await upload(rowsOf(2), 'dryRun=true')
    const second = await upload(rowsOf(2), 'dryRun=true')
    expect([second.status, second.body.code]).toEqual([409, 'running'])
    expect(await readdir(join(dataDir, 'imports', shop))).toEqual([first.body.id])
    await runJob(first.body.id)
    const third = await upload(rowsOf(2), 'dryRun=true')
    expect(third.status).toBe(201)
    expect((await apply(first.body.id)).body.code).toBe('running')
    await runJob(third.body.id)
    expect((await apply(first.body.id)).status).toBe(200)
    expect((await apply(first.body.id)).body.code).toBe('state')
  })

  it(
    'that was killed while it wrote continues with the next start',
    { tags: ['@fault-13'] },
    async ({ skip }) => {
      skip(!store.db.isEmbedded, 'PostgreSQL writes all or nothing')
      const { id } = (await upload(rowsOf(250), '')).body
      const kill = new AbortController()
      const killed = expect(runJob(id, kill.signal)).rejects.toThrow()
      await vi.waitFor(async () => expect(await countProducts()).toBeGreaterThan(0), {
        timeout: 25_000,
        interval: 25,
      })
      kill.abort()
      await killed
      const written = await countProducts()
      expect(written).toBeLessThan(250)
      expect((await editor.call(`/imports/${id}`)).body.state).toBe('writing')
      expect((await upload(rowsOf(2), '')).body.code).toBe('running')
      expect(await runJob(id)).toMatchObject({ state: 'done', counts: { created: 250, changedSince: 0 } })
      expect(await countProducts()).toBe(250)
    },
  )

  it('that stops its process again and again fails, and makes room for another one', async () => {
    const { id } = (await upload(rowsOf(2), '')).body
    await withTenant(store.db, shop, (tx) => tx.update(imports).set({ attempts: 5 }))
    const failed = await runJob(id)
    expect(failed).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/broken off several times/),
    })
    expect((await apply(id)).body.code).toBe('state')
    expect((await upload(rowsOf(2), '')).status).toBe(201)
  })

  it.each<[string, string, string, RegExp]>([
    ['no table of products', 'a,b\n1,2\n', '', /not recognised: a, b/],
    ['a workbook', 'PK\u0003\u0004 sheet', '', /^spring\.csv /],
    ['nothing', '', '', /empty/],
    ['prices in another currency', `${HEADER}\n`, 'currency=USD', /rupees/],
    ['a mapping that is a path', `${HEADER}\n`, 'mapping=/etc/hostname', /that was sent is not valid JSON/],
    ['another format than it is said to have', `${HEADER}\n`, 'format=woocommerce', /not a WooCommerce/],
  ])('of %s is refused at once, and no file stays', async (_what, file, query, reason) => {
    const { status, body } = await upload(file, query)
    expect(status).toBe(422)
    expect(body.error).toMatch(reason)
    expect(body.error).not.toContain(dataDir)
    expect(await readdir(join(dataDir, 'imports', shop))).toEqual([])
    expect((await editor.call('/imports')).body.total).toBe(0)
  })

  it(
    'of a file above its limit is refused, also one that does not say its length',
    { tags: ['@asvs-5.2.1'] },
    async () => {
      const chunk = new Uint8Array(1024 * 1024)
      let sent = 0
      const body = new ReadableStream({
        pull: (stream) => (sent++ < 40 ? stream.enqueue(chunk) : stream.close()),
      })
      const headers = { host: `${shop}.localhost`, cookie: editor.cookie, 'sec-fetch-site': 'same-origin' }
      const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
      expect((await store.app.request('/admin/v1/imports', init)).status).toBe(413)
      expect(sent).toBeLessThan(40)
      expect(await readdir(join(dataDir, 'imports', shop))).toEqual([])
    },
  )

  it('takes a mapping of columns with the file', async () => {
    const mapping = { key: 'Code', title: 'Name', regularPrice: 'MRP', category: { otherwise: 'Kurtas' } }
    const file = 'Code,Name,MRP\nA1,Indigo kurta,899\n'
    const query = `mapping=${encodeURIComponent(JSON.stringify(mapping))}`
    await runJob((await upload(file, query)).body.id)
    expect((await editor.call('/products?q=A1')).body.data).toMatchObject([
      { title: 'Indigo kurta', regularPrice: 899 },
    ])
  })

  it('is not seen by another shop', async () => {
    const { id } = (await upload(rowsOf(2), 'dryRun=true')).body
    const stranger = await signInStaff(store, 'bela.localhost', 'owner')
    for (const path of [`/imports/${id}`, `/imports/${id}/rows`, `/imports/${id}/result.csv`])
      expect((await stranger.call(path)).status).toBe(404)
    expect((await apply(id, {}, stranger)).status).toBe(404)
    expect((await stranger.call('/imports')).body.total).toBe(0)
  })

  it('is deleted with its file after 30 days, and so is what a broken upload left', async () => {
    const checked = await uploadAndRun(rowsOf(2))
    const folder = join(dataDir, 'imports', shop)
    const left = join(folder, 'left')
    await writeFile(left, 'half')
    await eraseOldImports(services())
    expect((await readdir(folder)).sort()).toEqual([checked.id, 'left'].sort())
    const yesterday = new Date(Date.now() - 2 * DAY_MS)
    for (const name of ['left', checked.id]) await utimes(join(folder, name), yesterday, yesterday)
    await eraseOldImports(services())
    expect(await readdir(folder)).toEqual([checked.id])
    const later = new Date(store.clock.now.getTime() + 31 * DAY_MS)
    await eraseOldImports({ ...services(), now: () => later })
    expect(await readdir(folder)).toEqual([])
    const rows = await readTenant(store.db, shop, (tx) => tx.select().from(imports))
    expect(rows).toEqual([])
  })
})
