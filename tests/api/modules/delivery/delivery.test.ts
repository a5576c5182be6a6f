import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { withTenant } from '../../../../api/db/index.ts'
import { addresses } from '../../../../api/db/schema.ts'
import type { StoreRecord } from '../../../../api/db/store-record.ts'
import { putTenant } from '../../../../api/modules/tenants/write.ts'
import { run } from '../../../cli/command-line.ts'
import { ASHA, openStore, type Store } from '../../../kit/api/store.ts'

const SHOP = 'asha.example'
const ADDRESS = {
  fullName: 'Meera Iyer',
  address: '12 MG Road',
  city: 'Pune',
  state: 'Maharashtra',
  postalCode: '411001',
  phone: '+91 98765 43210',
}

let store: Store
const folder = mkdtempSync(join(tmpdir(), 'pincodes-'))

beforeAll(async () => {
  store = await openStore()
}, 60_000)

afterAll(() => store.close())

function importPincodes(...lines: string[]) {
  writeFileSync(join(folder, 'codes.csv'), lines.join('\n'))
  return run(store.db, folder, 'pincodes', 'import', 'asha', 'codes.csv')
}

const TABLE = [
  'Code,City,State,Serviceable,Days,COD',
  '411 001,Pune,Maharashtra,yes,4,yes',
  '682555,Kavaratti,Lakshadweep,no,,',
  '110001,New Delhi,Delhi,,,',
]

function takeCash(cashOnDelivery: StoreRecord['cashOnDelivery'] = {}) {
  const record = { ...ASHA.record, capabilities: ['cash-on-delivery' as const], cashOnDelivery }
  return putTenant(store.db, { ...ASHA, hosts: [SHOP], record })
}

describe('GET /pincodes/{code}', () => {
  beforeEach(async () => {
    await putTenant(store.db, { ...ASHA, hosts: [SHOP] })
    await importPincodes(...TABLE)
  })

  it('has city, state, days and cash on delivery of the imported table, in this shop alone', async () => {
    await takeCash()
    const said = await importPincodes(...TABLE)
    expect(said.exitCode).toBe(0)
    expect(said.lines[0]).toBe('3 PIN codes of asha.')
    const read = async (host: string, code: string) => (await store.call(host, `/pincodes/${code}`)).body
    expect(await read(SHOP, '411001')).toEqual({
      code: '411001',
      city: 'Pune',
      state: 'Maharashtra',
      serviceable: true,
      deliveryDays: 4,
      cashOnDelivery: true,
    })
    expect(await read(SHOP, '682555')).toMatchObject({ serviceable: false, cashOnDelivery: false })
    expect(await read(SHOP, '999999')).toEqual({ code: '999999' })
    expect(await read('bela.example', '411001')).toEqual({ code: '411001' })
  })

  it('reads a PIN code in any digits and spelling, and nothing else', async () => {
    for (const code of ['411 001', '४११००१', '４１１-００１', 'PIN 411001']) {
      const { body } = await store.call(SHOP, `/pincodes/${encodeURIComponent(code)}`)
      expect(body).toMatchObject({ code: '411001', city: 'Pune' })
    }
    for (const code of ['0411001', '011001', '41100', 'Pune']) {
      const { status, body } = await store.call(SHOP, `/pincodes/${code}`)
      expect([status, body.error]).toEqual([404, 'A PIN code has 6 digits, the first not 0.'])
    }
  })

  it('imports PIN codes in any digits, and names a line without one', async () => {
    await importPincodes('code,city,state', '४११ ००२,Pune,Maharashtra')
    expect((await store.call(SHOP, '/pincodes/411002')).body.city).toBe('Pune')
    const { problems } = await importPincodes('code,city,state', '0411001,Pune,Maharashtra')
    expect(problems).toEqual(['Line 2: "0411001" is not a PIN code of 6 digits.'])
  })

  it('says no to cash on delivery where the terms of the shop exclude the PIN code', async () => {
    await takeCash({ excludedPinCodes: ['411'] })
    expect((await store.call(SHOP, '/pincodes/411001')).body).toMatchObject({ cashOnDelivery: false })
  })

  it('says nothing of cash on delivery in a shop that takes none', async () => {
    const { body } = await store.call(SHOP, '/pincodes/411001')
    expect(body).toEqual({
      code: '411001',
      city: 'Pune',
      state: 'Maharashtra',
      serviceable: true,
      deliveryDays: 4,
    })
  })

  it('may be cached, and refuses what is no code', async () => {
    const response = await store.call(SHOP, '/pincodes/411001')
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
    expect((await store.call(SHOP, '/pincodes/41100')).status).toBe(404)
  })

  it.each([
    [['city,state', 'Pune,Maharashtra'], 'The file has no column "code".'],
    [['code,city,state', '4110,Pune,Maharashtra'], 'Line 2: "4110" is not a PIN code of 6 digits.'],
    [['code,city,state,days'], 'The file has no PIN codes. The table of the shop stays.'],
    [['code,city,state', '411001,,Maharashtra'], 'Line 2: 411001 needs a city and a state.'],
    [
      ['code,city,state', '411001,Pune,Maharashtra', '411001,Pune,Maharashtra'],
      'Line 3: 411001 appears twice.',
    ],
    [['code,city,state,days', '411001,Pune,Maharashtra,soon'], 'Line 2: days must be 1 to 99, not "soon".'],
    [['code,city,state,cod', '411001,Pune,Maharashtra,maybe'], 'Line 2: cod must be yes or no, not "maybe".'],
  ])('an import of %j says why and changes nothing', async (lines, problem) => {
    const said = await importPincodes(...lines)
    expect(said.exitCode).not.toBe(0)
    expect(said.problems.join()).toContain(problem)
    const { lines: listed } = await run(store.db, '.', 'pincodes', 'list', 'asha')
    expect(listed).toEqual([
      '110001  New Delhi  Delhi',
      '411001  Pune  Maharashtra  4 days  cash on delivery',
      '682555  Kavaratti  Lakshadweep  no delivery',
      '3 PIN codes.',
    ])
  })
})

it('an import without a column cod leaves cash on delivery to the terms of the shop', async () => {
  await importPincodes('code,city,state', '411001,Pune,Maharashtra')
  const { lines } = await run(store.db, '.', 'pincodes', 'list', 'asha')
  expect(lines).toEqual(['411001  Pune  Maharashtra  cash on delivery', '1 PIN code.'])
})

describe("an import of India Post's directory", () => {
  const HEADER =
    'circlename,regionname,divisionname,officename,pincode,officetype,delivery,district,statename'
  const list = async () => (await run(store.db, '.', 'pincodes', 'list', 'asha')).lines

  it('folds the offices of a PIN code', async () => {
    const said = await importPincodes(
      `${HEADER},latitude,longitude`,
      'Maharashtra Circle,Pune Region,Pune City East,Pune Cantonment BO,411001,BO,Non Delivery,HAVELI,MAHARASHTRA,18.5,73.8',
      'Maharashtra Circle,Pune Region,Pune City East,Another BO,411001,BO,Delivery,HAVELI,MAHARASHTRA,NA,NA',
      'Maharashtra Circle,Pune Region,Pune City East,Pune H.O,411001,HO,Non Delivery,PUNE,MAHARASHTRA,NA,NA',
      'J&K Circle,Leh Region,Leh,Leh SO,194101,SO,Delivery,LEH,JAMMU AND KASHMIR,NA,NA',
      'J&K Circle,Leh Region,Leh,Choglamsar BO,194101,BO,Delivery,Leh Ladakh,Ladakh,NA,NA',
      'J&K Circle,Leh Region,Leh,Saboo BO,194101,BO,Delivery,Leh Ladakh,Ladakh,NA,NA',
      'Kerala Circle,Kochi,Kochi,Amini SO,682552,SO,Non Delivery,LAKSHADWEEP,LAKSHADWEEP,NA,NA',
      'Base Circle,APS,APS,Base PO,900099,PO,Delivery,NA,NA,NA,NA',
    )
    expect(said.problems).toEqual([])
    expect(said.lines).toContain('Left out, without a district or state in the file: 900099')
    expect(await list()).toEqual([
      '194101  Leh Ladakh  Ladakh  cash on delivery',
      '411001  Pune  Maharashtra  cash on delivery',
      '682552  Lakshadweep  Lakshadweep  no delivery',
      '3 PIN codes.',
    ])
  })

  it.each([
    HEADER.toUpperCase(),
    'CircleName,RegionName,DivisionName,OfficeName,Pincode,OfficeType,Delivery,District,StateName',
    'circlename,regionname,divisionname,officename,pincode,officeType,Deliverystatus,Districtname,statename',
  ])('reads the columns of %s', async (header) => {
    await importPincodes(header, 'C,R,D,Pune H.O,411001,H.O,Delivery,PUNE,MAHARASHTRA')
    expect(await list()).toEqual(['411001  Pune  Maharashtra  cash on delivery', '1 PIN code.'])
  })

  it('names a line that it can’t read, and changes nothing', async () => {
    await importPincodes('code,city,state', '411001,Pune,Maharashtra')
    for (const [row, problem] of [
      ['C,R,D,O,41100,BO,Delivery,PUNE,MAHARASHTRA', 'Line 2: "41100" is not a PIN code of 6 digits.'],
      [
        'C,R,D,O,411002,BO,maybe,PUNE,MAHARASHTRA',
        'Line 2: delivery must be "Delivery" or "Non Delivery", not "maybe".',
      ],
    ] as const) {
      expect((await importPincodes(HEADER, row)).problems).toEqual([problem])
    }
    expect(await list()).toHaveLength(2)
  })
})

describe('Saved addresses', () => {
  const add = (token: string, body: object = ADDRESS) => store.call(SHOP, '/addresses', { token, body })
  const list = async (token: string) => (await store.call(SHOP, '/addresses', { token })).body

  it('are listed, newest first, once each, and removed, for their shopper alone', async () => {
    const [{ token }, stranger] = [await store.signIn(SHOP), await store.signIn(SHOP)]
    const { status, body: first } = await add(token)
    expect([status, first]).toEqual([201, { id: expect.any(String), ...ADDRESS }])
    await add(token, { ...ADDRESS, city: 'Nashik' })
    expect((await add(token)).body).toEqual(first)
    expect(await list(token)).toMatchObject([{ city: 'Nashik' }, { city: 'Pune' }])
    expect(await list(stranger.token)).toEqual([])

    const path = `/addresses/${JSON.parse(JSON.stringify(first)).id}`
    const remove = (as: string) => store.call(SHOP, path, { method: 'DELETE', token: as })
    expect((await remove(stranger.token)).status).toBe(404)
    expect((await remove(token)).status).toBe(204)
    expect((await remove(token)).status).toBe(404)
    expect(await list(token)).toMatchObject([{ city: 'Nashik' }])
  })

  it('need a sign-in and whole fields', async () => {
    expect((await store.call(SHOP, '/addresses')).status).toBe(401)
    const { token } = await store.signIn(SHOP)
    for (const city of ['', ' ', 'x'.repeat(255), 'Pu\u202ene'])
      expect((await add(token, { ...ADDRESS, city })).status).toBe(422)
  })

  it('are ten at most, the newest ones', async () => {
    const { token } = await store.signIn(SHOP)
    for (let house = 1; house <= 11; house += 1) {
      expect((await add(token, { ...ADDRESS, address: `${house} MG Road` })).status).toBe(201)
    }
    const streets = (await list(token)).map(({ address }: { address: string }) => address)
    expect(streets).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((house) => `${house} MG Road`))
  })

  it("are in the account's export and go with the account", async () => {
    const { token, email } = await store.signIn(SHOP)
    await add(token)
    const exported = await run(store.db, '.', 'users', 'export', 'asha', email)
    expect(exported.lines.join('')).toContain('savedAddresses')
    const count = () => withTenant(store.db, 'asha', (tx) => tx.$count(addresses))
    const before = await count()
    expect((await run(store.db, '.', 'users', 'erase', 'asha', email)).exitCode).toBe(0)
    expect(await count()).toBe(before - 1)
  })
})
