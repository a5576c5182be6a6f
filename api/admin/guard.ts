import { getCookie } from 'hono/cookie'

import { isLocalHost } from '@tanabana/contract/local-hosts.ts'
import type { StaffRole } from '../db/staff-columns.ts'
import { withTenant } from '../db/index.ts'
import { ApiError } from '../errors.ts'
import { apiOriginOf, clientNetwork } from '../http/addresses.ts'
import { variablesOf, type AppContext, type StaffCaller } from '../http/context.ts'
import type { StaffRow } from '../modules/staff/accounts.ts'
import { useApiToken } from '../modules/staff/api-tokens.ts'
import { recordAudit } from '../modules/staff/audit.ts'
import { needsCode, permissionsOf, type Permission } from '../modules/staff/permissions.ts'
import { useSession, type StaffSession } from '../modules/staff/sessions.ts'
import { hasSandbox } from '../payment-providers/has-sandbox.ts'
import { actorOf } from './audit-call.ts'
import type { AdminRoute } from './admin-route.ts'

/** Name of the session's cookie, without its prefix `__Host-`. */
export const COOKIE = 'staff'

/** A call that is refused before it does anything; `code` says to programs why. */
class Refusal extends ApiError {
  constructor(status: 401 | 403, code: string, sentence: string) {
    super(status, sentence, {}, { code })
  }
}

/**
 * Lets a call pass whose caller may make it, and sets the caller. Refused calls are in the audit log.
 * SECURITY.md#the-admin-api
 * @throws {ApiError} 401 no valid session or token, 403 another origin or no permission, 429 too many calls
 */
export async function admit(c: AppContext, route: AdminRoute): Promise<void> {
  const { rateLimits } = c.get('services')
  c.set('operation', route.operationId)
  try {
    const isByToken = c.req.header('authorization') !== undefined
    if (!isByToken) requireSameOrigin(c)
    if (route.access === 'open') return
    const staff = isByToken ? await findProgram(c) : await findPerson(c)
    c.set('staff', staff)
    await rateLimits.staffCalls.consume([c.get('tenant').id, staff.id])
    requireAccess(staff, route)
  } catch (error) {
    if (error instanceof Refusal) await recordRefusal(c, String(error.details.code))
    throw error
  }
}

/** Writes a refused call to the audit log, up to the limit of the caller's network. */
export async function recordRefusal(c: AppContext, reason: string): Promise<void> {
  const { db, rateLimits, now } = c.get('services')
  const tenantId = c.get('tenant').id
  await rateLimits.staffRefused.consume([tenantId, clientNetwork(c)])
  const entry = { action: c.get('operation'), target: targetOf(c), outcome: 'refused' as const, reason }
  await withTenant(db, tenantId, (tx) => recordAudit(tx, tenantId, actorOf(c), entry, now()))
}

/** What a call is about: the parameters of its path. */
export function targetOf(c: AppContext): string {
  return Object.values(c.req.param()).join(' ')
}

/** Whether the request is for a host of the API: on the internet its name begins with `api.`. */
export function isApiHost(c: AppContext): boolean {
  const name = (c.req.header('host') ?? '').toLowerCase().replace(/:\d+$/, '')
  return isLocalHost(name) || name.startsWith('api.')
}

export function toCaller(
  c: AppContext,
  { person, session }: { person: StaffRow; session: StaffSession },
): StaffCaller {
  const { id, name, email, role, language, secondFactorSince } = person
  const isMissing = secondFactorSince === null && asksForCode(c, role)
  const details = { id: session.id, email, role, language, needsSecondFactor: isMissing }
  return { kind: 'staff', id, name, permissions: new Set(permissionsOf(role)), session: details }
}

/** Whether a role signs in with a code: not in the sandbox of this machine, where no money moves. */
function asksForCode(c: AppContext, role: StaffRole): boolean {
  return needsCode(role) && !hasSandbox(c.get('tenant'), c.get('services').config)
}

/** The shop's own pages are same-site, so that the cookie alone does not prove that the console calls. */
function requireSameOrigin(c: AppContext): void {
  const { origin, 'sec-fetch-site': site } = c.req.header()
  const isOwn = origin === undefined ? site === 'same-origin' : origin === apiOriginOf(c)
  if (!isOwn) throw new Refusal(403, 'origin', 'This call can only be made from the console.')
}

async function findPerson(c: AppContext): Promise<StaffCaller> {
  const cookie = getCookie(c, COOKIE, 'host')
  const { db, now } = c.get('services')
  const tenantId = c.get('tenant').id
  const found =
    cookie === undefined
      ? undefined
      : await withTenant(db, tenantId, (tx) => useSession(tx, tenantId, cookie, now()))
  if (!found) throw new Refusal(401, 'signed-out', 'Please sign in.')
  return toCaller(c, found)
}

async function findProgram(c: AppContext): Promise<StaffCaller> {
  const token = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  const { db, now } = c.get('services')
  const tenantId = c.get('tenant').id
  const row =
    token === undefined
      ? undefined
      : await withTenant(db, tenantId, (tx) => useApiToken(tx, tenantId, token, now()))
  if (!row) throw new Refusal(401, 'token', 'The token is unknown, revoked or expired.')
  return { kind: 'token', id: row.id, name: row.name, permissions: new Set(row.scopes) }
}

function requireAccess({ session, permissions }: StaffCaller, { access }: AdminRoute): void {
  if (access === 'session') {
    if (!session) throw new Refusal(403, 'permission', 'Only a person who is signed in can make this call.')
    return
  }
  if (session?.needsSecondFactor) {
    throw new Refusal(403, 'second-factor', 'Set up an authenticator app first.')
  }
  if (!permissions.has(access)) {
    throw new Refusal(403, 'permission', 'Your role does not allow this. Ask an owner of the shop.')
  }
}

/** Whether a caller has a permission, for parts of a response. */
export function may(c: AppContext, permission: Permission): boolean {
  return variablesOf(c).staff?.permissions.has(permission) ?? false
}
