import { withTenant, type Database } from '../../../api/db/index.ts'
import type { StaffRole } from '../../../api/db/staff-columns.ts'
import { addStaff } from '../../../api/modules/staff/accounts.ts'
import { createApiToken } from '../../../api/modules/staff/api-tokens.ts'
import { ALL_PERMISSIONS } from '../../../api/modules/staff/permissions.ts'
import { openSession } from '../../../api/modules/staff/sessions.ts'
import type { ApiResponse, CallOptions, Store } from './store.ts'

export interface Staff {
  id: string
  email: string
  /** The `Cookie` header of the session. */
  cookie: string
  /** Calls the admin API as the console of this shop does. */
  call(path: string, options?: CallOptions): Promise<ApiResponse>
}

const DAY_MS = 24 * 60 * 60_000
let people = 0

/** A person of a shop's staff, signed in without the cost of hashing a password. */
export async function signInStaff(
  store: Pick<Store, 'db' | 'clock' | 'request'>,
  host: string,
  role: StaffRole,
): Promise<Staff> {
  const tenantId = host.split('.')[0] ?? ''
  const email = `${role}${++people}@${host}`
  const { id, token } = await withTenant(store.db, tenantId, async (tx) => {
    const person = await addStaff(tx, tenantId, { email, name: `${role} ${people}`, role }, store.clock.now)
    return { id: person.id, token: await openSession(tx, person, 'test', store.clock.now) }
  })
  const cookie = `__Host-staff=${token}`
  return {
    ...{ id, email, cookie },
    call: (path, options = {}) =>
      callAdmin(store, host, path, { ...options, headers: { cookie, ...FROM_CONSOLE, ...options.headers } }),
  }
}

/** A token of a program that may do everything in a shop. */
export function createToken(db: Database, tenantId: string): Promise<string> {
  const [now, expiresAt] = [new Date(), new Date(Date.now() + DAY_MS)]
  const made = { name: 'ERP', scopes: ALL_PERMISSIONS, createdBy: 'test', expiresAt, now }
  return withTenant(db, tenantId, async (tx) => (await createApiToken(tx, tenantId, made)).token)
}

/** What a browser sends with a call of a page of the API's own host. */
export const FROM_CONSOLE = { 'sec-fetch-site': 'same-origin' }

export async function callAdmin(
  store: Pick<Store, 'request'>,
  host: string,
  path: string,
  options: CallOptions = {},
): Promise<ApiResponse> {
  const response = await store.request(host, `/admin/v1${path}`, options)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    body: isJson && text ? JSON.parse(text) : text,
    headers: response.headers,
  }
}
