import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { run } from '../../cli/command-line.ts'
import { folderWith } from '../../cli/shop-files.ts'
import { signInStaff, type Staff } from '../../kit/api/staff.ts'
import { openSandboxStore, product, serve, type Store } from '../../kit/api/store.ts'

const HOST = 'asha.localhost'

let store: Store
let dataDir: string
let manager: Staff
let packer: Staff

beforeAll(async () => {
  const opened = await openSandboxStore([product('kurta'), product('saree', { title: '=HYPERLINK("x")' })])
  dataDir = await mkdtemp(join(tmpdir(), 'exports-'))
  store = { ...opened, ...serve(opened.db, { dataDir }), close: opened.close }
  await store.placeOrder(HOST)
  manager = await signInStaff(store, HOST, 'manager')
  packer = await signInStaff(store, HOST, 'packer')
})

afterAll(async () => {
  await store.close()
  await rm(dataDir, { recursive: true })
})

describe('an export by staff', { tags: ['@req-12.7'] }, () => {
  it('of products is the file of the command line, which an import takes unchanged', async () => {
    const { body, headers } = await manager.call('/exports/products.csv')
    expect(headers.get('content-disposition')).toBe('attachment; filename="asha-products.csv"')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const { lines } = await run(store.db, '/', 'export', 'asha', '--format', 'shopify-csv')
    expect(String(body).trimEnd()).toBe(lines.join('\n'))
    expect(body).toContain(`"'=HYPERLINK(""x"")"`)
    const again = await run(
      store.db,
      folderWith({ 'c.csv': String(body) }),
      'import',
      'asha',
      'c.csv',
      '--dry-run',
    )
    expect(again.exitCode).toBe(0)
  })

  it('of orders is the file of the command line', async () => {
    const { body } = await manager.call('/exports/orders.csv')
    const { lines } = await run(store.db, '/', 'orders', 'export', 'asha')
    expect(String(body).trimEnd().split('\n')).toEqual(lines)
    expect(body).toContain('12 MG Road')
    expect(
      (await manager.call('/exports/orders.csv?status=delivered')).body.trimEnd().split('\n'),
    ).toHaveLength(1)
  })

  it('of orders has no money and no people for a packer, and nothing for an editor', async () => {
    const { body } = await packer.call('/exports/orders.csv')
    const [head, row] = String(body).split('\n')
    expect(head).toBe('order,status,ordered,paid,payment,product id,product,size,colour,quantity,options,sku')
    expect(row).toContain('Title of kurta')
    expect(row).not.toMatch(/999|Asha|MG Road|98765|@/)
    const editor = await signInStaff(store, HOST, 'editor')
    expect((await editor.call('/exports/orders.csv')).status).toBe(403)
  })

  it(
    'of PIN codes comes back by an import, which replaces all or nothing',
    { tags: ['@req-11.23'] },
    async () => {
      const table =
        'code,city,state,serviceable,days,cod\n110001,New Delhi,Delhi,yes,3,no\n560001,Bengaluru,Karnataka,no,,yes\n'
      const put = (body: string) => manager.call('/pincodes/import', { method: 'POST', body })
      expect((await put(table)).body).toEqual({ pincodes: 2, leftOut: [] })
      expect((await manager.call('/exports/pincodes.csv')).body).toBe(table)
      const wrong = await put('code,city,state\n11,Delhi,Delhi\n')
      expect([wrong.status, wrong.body.error]).toEqual([422, 'Line 2: "11" is not a PIN code of 6 digits.'])
      expect((await manager.call('/exports/pincodes.csv')).body).toBe(table)
      expect((await packer.call('/pincodes/import', { method: 'POST', body: table })).status).toBe(403)
    },
  )
})
