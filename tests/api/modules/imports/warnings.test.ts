import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Database } from '../../../../api/db/index.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { openTestDatabase } from '../../../kit/database/open-test-database.ts'
import { run } from '../../../cli/command-line.ts'
import { folderWith } from '../../../cli/shop-files.ts'

const HEADER = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price'
const KURTAS = [
  HEADER,
  'kurta,Blue Kurta,Size,S,BK-S,1499',
  'kurta,,,M,BK,1499',
  'kurta,,,L,BK,1499',
  'saree,Red Saree,,,BK-S,2999',
].join('\n')

let db: Database
let shops = 0
let shop = ''

beforeAll(async () => {
  db = await openTestDatabase()
})

beforeEach(async () => {
  shops += 1
  shop = `warned-${shops}`
  const record = { storeName: 'Shop', categories: ['Kurtas'] }
  await putTenant(db, { id: shop, hosts: [`${shop}.localhost`], record, payee: { upiId: '', name: 'Shop' } })
})

afterAll(() => db.close())

const importOf = (folder: string, ...argv: string[]) => run(db, folder, 'import', shop, ...argv)

describe('a SKU that several variants have', () => {
  const TWICE = [
    'warning, row 4: "kurta" (Blue Kurta): the SKU "BK" is also that of row 3 ("kurta")',
    'warning, row 5: "saree" (Red Saree): the SKU "BK-S" is also that of row 2 ("kurta")',
  ]

  it.each([
    ['a dry run', ['--dry-run']],
    ['an import', []],
  ])('is named with both rows by %s', async (_, options) => {
    const { exitCode, lines, problems } = await importOf(folderWith({ 'c.csv': KURTAS }), 'c.csv', ...options)
    expect([exitCode, problems]).toEqual([0, TWICE])
    expect(lines).toContain('Found 2 valid products, 2 warnings.')
  })

  it('is named with the other product of the shop that the file does not have', async () => {
    const folder = folderWith({
      'c.csv': `${HEADER}\nkurta,Blue Kurta,,,BK,1499`,
      'd.csv': `${HEADER}\nstole,Grey Stole,,,BK,799`,
    })
    await importOf(folder, 'c.csv')
    const { exitCode, problems } = await importOf(folder, 'd.csv', '--dry-run')
    expect([exitCode, problems]).toEqual([
      0,
      [
        'warning, row 2: "stole" (Grey Stole): the SKU "BK" is also that of "kurta" (Blue Kurta) in the shop, which the file does not have',
      ],
    ])
  })

  it('is no fault where the file gives the other product another SKU, takes it from the shop, or has it itself', async () => {
    const folder = folderWith({
      'c.csv': `${HEADER}\nkurta,Blue Kurta,,,BK,1499`,
      'd.csv': `${HEADER}\nstole,Grey Stole,,,BK,799\nkurta,Blue Kurta,,,BK-2,1499`,
      'e.csv': `${HEADER},Status\nscarf,Grey Scarf,,,BK-2,799,\nkurta,Blue Kurta,,,BK-2,1499,archived`,
    })
    await importOf(folder, 'c.csv')
    expect((await importOf(folder, 'c.csv')).problems).toEqual([])
    expect((await importOf(folder, 'd.csv')).problems).toEqual([])
    expect((await importOf(folder, 'e.csv')).problems).toEqual([])
  })

  it('is that of the shop where the file does not name it', async () => {
    const kurta = { key: 'kurta', title: 'Blue Kurta', category: 'Kurtas', regularPrice: 1499 }
    const stole = {
      ...{ key: 'stole', title: 'Grey Stole', category: 'Stoles' },
      variants: [{ regularPrice: 799, sku: 'BK-S' }],
    }
    const folder = folderWith({
      'c.csv': `${HEADER}\nkurta,Blue Kurta,Size,S,BK-S,1499\nkurta,,,M,BK-M,1499`,
      'first.json': [kurta, stole],
      'last.json': [stole, kurta],
      'list.csv':
        'Handle,Title,Variant SKU,Variant Price\nkurta,Blue Kurta,BK-M,1399\nstole,Grey Stole,BK-S,799\n',
    })
    await importOf(folder, 'c.csv')
    const shared = '"stole" (Grey Stole): the SKU "BK-S" is also that of "kurta" (Blue Kurta) in the shop'
    const problemsOf = async (file: string) => (await importOf(folder, file, '--dry-run')).problems
    expect(await problemsOf('first.json')).toEqual([`warning, item 2: ${shared}`])
    expect(await problemsOf('last.json')).toEqual([`warning, item 1: ${shared}`])
    expect(await problemsOf('list.csv')).toEqual([`warning, row 3: ${shared}`])
  })

  it('is no matter of a file that names none', async () => {
    const folder = folderWith({
      'c.csv': KURTAS,
      'list.csv': 'Handle,Title,Variant Price\nkurta,Blue Kurta,1399\nsaree,Red Saree,2899\n',
    })
    await importOf(folder, 'c.csv')
    const { exitCode, problems } = await importOf(folder, 'list.csv')
    expect([exitCode, problems]).toEqual([0, []])
  })

  it('is none of another shop', async () => {
    const folder = folderWith({ 'c.csv': `${HEADER}\nkurta,Blue Kurta,,,BK,1499` })
    await importOf(folder, 'c.csv')
    await putTenant(db, {
      ...{ id: `${shop}-2`, hosts: [`${shop}-2.localhost`], record: { storeName: 'Two', categories: [] } },
      payee: { upiId: '', name: 'Two' },
    })
    const other = folderWith({ 'c.csv': `${HEADER}\nstole,Grey Stole,,,BK,799` })
    expect((await run(db, other, 'import', `${shop}-2`, 'c.csv')).problems).toEqual([])
  })
})

it('warnings are listed up to 20, in the result, and all in the report', async () => {
  const rows = Array.from({ length: 22 }, (_, at) => `frock,${at === 0 ? 'Frock' : ''},Size,${at},F,499`)
  const folder = folderWith({ 'c.csv': [HEADER, ...rows].join('\n') })
  const { problems } = await importOf(folder, 'c.csv', '--report', 'all.txt')
  expect(problems).toHaveLength(21)
  expect(problems.at(-1)).toBe('… and 1 more warning. See all with --report <file>.')
  const report = readFileSync(join(folder, 'all.txt'), 'utf8').trimEnd().split('\n')
  expect(report).toHaveLength(21)
  expect(report[0]).toBe('row 3: warning: "frock" (Frock): the SKU "F" is also that of row 2 ("frock")')
  const { lines } = await importOf(folder, 'c.csv', '--json')
  expect(JSON.parse(lines.join('\n'))).toMatchObject({
    warnings: expect.arrayContaining([
      { line: 3, reason: '"frock" (Frock): the SKU "F" is also that of row 2 ("frock")' },
    ]) as unknown,
  })
})
