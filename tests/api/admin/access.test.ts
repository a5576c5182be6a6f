import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { adminDocument } from '../../../api/admin/admin-app.ts'
import { withTenant } from '../../../api/db/index.ts'
import { STAFF_ROLES, type StaffRole } from '../../../api/db/staff-columns.ts'
import { createApiToken, revokeApiToken } from '../../../api/modules/staff/api-tokens.ts'
import { listAudit } from '../../../api/modules/staff/audit.ts'
import { ALL_PERMISSIONS, permissionsOf, type Permission } from '../../../api/modules/staff/permissions.ts'
import { endSessions } from '../../../api/modules/staff/sessions.ts'
import { putTenant } from '../../../api/modules/tenants/write.ts'
import { callAdmin, FROM_CONSOLE, signInStaff, type Staff } from '../../kit/api/staff.ts'
import { BELA, openSandboxStore, type CallOptions, type Store } from '../../kit/api/store.ts'

const HOST = 'asha.localhost'
const OTHER = 'bela.localhost'
const DAY_MS = 24 * 60 * 60_000

/** Every call of the document: one that is added is tested without a line here. */
const CALLS = Object.entries(adminDocument().paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operationId: operation.operationId,
    access: String(Object.entries(operation).find(([key]) => key === 'x-access')?.[1]),
    path: path.replaceAll(/\{\w+\}/g, 'x'),
    method: method.toUpperCase(),
  })),
)

let store: Store
let people: Record<StaffRole, Staff>
let stranger: Staff
let expired: string
let ended: string
let tokens: Record<'expired' | 'revoked' | 'narrow' | 'otherShop', string>

beforeAll(async () => {
  store = await openSandboxStore()
  const { db, clock } = store
  const now = clock.now
  const signedIn = await Promise.all(
    STAFF_ROLES.map(async (role) => [role, await signInStaff(store, HOST, role)]),
  )
  people = Object.fromEntries(signedIn)
  stranger = await signInStaff(store, OTHER, 'owner')
  clock.now = new Date(now.getTime() - DAY_MS)
  expired = (await signInStaff(store, HOST, 'owner')).cookie
  clock.now = now
  const revoked = await signInStaff(store, HOST, 'owner')
  ended = revoked.cookie
  const make = (tenantId: string, scopes: Permission[], expiresAt: Date) =>
    withTenant(db, tenantId, (tx) =>
      createApiToken(tx, tenantId, { name: 'ERP', scopes, createdBy: 'x', expiresAt, now }),
    )
  const later = new Date(now.getTime() + DAY_MS)
  const gone = await make('asha', ALL_PERMISSIONS, later)
  await withTenant(db, 'asha', async (tx) => {
    await endSessions(tx, 'asha', revoked.id)
    await revokeApiToken(tx, 'asha', gone.row.id)
  })
  tokens = {
    expired: (await make('asha', ALL_PERMISSIONS, new Date(now.getTime() - 1))).token,
    revoked: gone.token,
    narrow: (await make('asha', [], later)).token,
    otherShop: (await make('bela', ALL_PERMISSIONS, later)).token,
  }
})

afterAll(() => store.close())

/** Makes the call, expects its refusal, and finds it in the audit log. */
async function expectRefusal(
  call: (typeof CALLS)[number],
  headers: Record<string, string>,
  expected: { status: number; reason: string },
): Promise<void> {
  const options: CallOptions = { method: call.method, headers }
  const before = await countRefusals(call.operationId, expected.reason)
  const response = await callAdmin(store, HOST, call.path, options)
  expect(response.body).toMatchObject({ code: expected.reason })
  expect(response.status).toBe(expected.status)
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  expect(await countRefusals(call.operationId, expected.reason)).toBe(before + 1)
}

async function countRefusals(action: string, reason: string): Promise<number> {
  const search = { action, outcome: 'refused' as const }
  const { entries } = await withTenant(store.db, 'asha', (tx) =>
    listAudit(tx, 'asha', search, { offset: 0, limit: 1000 }),
  )
  return entries.filter((entry) => entry.reason === reason).length
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe.each(CALLS.filter(({ access }) => access !== 'open'))('$name', { tags: ['@req-12.7'] }, (call) => {
  it.each<[string, () => Record<string, string>, string]>([
    ['no session', () => FROM_CONSOLE, 'signed-out'],
    ['an expired session', () => ({ ...FROM_CONSOLE, cookie: expired }), 'signed-out'],
    ['an ended session', () => ({ ...FROM_CONSOLE, cookie: ended }), 'signed-out'],
    ["another shop's session", () => ({ ...FROM_CONSOLE, cookie: stranger.cookie }), 'signed-out'],
    ['an expired token', () => bearer(tokens.expired), 'token'],
    ['a revoked token', () => bearer(tokens.revoked), 'token'],
    ["another shop's token", () => bearer(tokens.otherShop), 'token'],
    ["a shopper's token", () => bearer('pV9cYcF3l0iJ2m5q8r1t4w7z0B3E6H9K2N5Q8T1W4Z7'), 'token'],
  ])('is refused to %s', async (_name, headers, reason) => {
    await expectRefusal(call, headers(), { status: 401, reason })
  })

  it.each<[string, Record<string, string>]>([
    ['says nothing of its origin', {}],
    ["is one of the shop's own", { 'sec-fetch-site': 'same-site', origin: 'http://asha.localhost:4321' }],
    ['is another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['is opaque', { origin: 'null' }],
    ['only looks like it', { 'sec-fetch-site': 'same-origin', origin: 'http://asha.localhost.evil.example' }],
  ])('is refused with a session to a page that %s', async (_name, headers) => {
    await expectRefusal(call, { ...headers, cookie: people.owner.cookie }, { status: 403, reason: 'origin' })
  })

  it('is refused to every role and token without its permission', async () => {
    await expectRefusal(call, bearer(tokens.narrow), { status: 403, reason: 'permission' })
    if (call.access === 'session') return
    for (const role of STAFF_ROLES) {
      if (permissionsOf(role).includes(call.access as Permission)) continue
      const headers = { ...FROM_CONSOLE, cookie: people[role].cookie }
      await expectRefusal(call, headers, { status: 403, reason: 'permission' })
    }
  })
})

describe.each(CALLS.filter(({ access }) => access === 'open'))(
  '$name, for anybody at the console,',
  { tags: ['@req-12.7'] },
  (call) => {
    it('is refused to every other page', async () => {
      const pages: Record<string, string>[] = [
        {},
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'same-site' },
      ]
      for (const headers of pages) {
        await expectRefusal(call, headers, { status: 403, reason: 'origin' })
      }
    })
  },
)

it('knows an access for every call', { tags: ['@req-12.7'] }, () => {
  for (const { access } of CALLS) expect(['open', 'session', ...ALL_PERMISSIONS]).toContain(access)
})

it('nothing is answered at the own host of a shop on the internet', { tags: ['@req-12.7'] }, async () => {
  await putTenant(store.db, { ...BELA, hosts: ['bela.example'] })
  const owner = await signInStaff(store, 'bela.example', 'owner')
  for (const { path, method } of CALLS) {
    const options = { method, headers: { ...FROM_CONSOLE, cookie: owner.cookie } }
    expect((await callAdmin(store, 'bela.example', path, options)).status).toBe(404)
    expect((await callAdmin(store, 'api.bela.example', path, options)).status).not.toBe(404)
  }
})
