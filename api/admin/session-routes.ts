import { deleteCookie, setCookie } from 'hono/cookie'
import * as z from 'zod/mini'

import { LANGUAGE_CODES } from '@tanabana/contract/store-info.ts'
import { withTenant, type Transaction } from '../db/index.ts'
import { STAFF_ROLES } from '../db/staff-columns.ts'
import { ApiError } from '../errors.ts'
import { clientNetwork } from '../http/addresses.ts'
import type { AppContext } from '../http/context.ts'
import { moment, text } from '../http/schemas.ts'
import {
  changeStaff,
  findStaff,
  findStaffByEmail,
  type StaffRow,
  takeCodeStep,
} from '../modules/staff/accounts.ts'
import { recordAudit } from '../modules/staff/audit.ts'
import { newSecret, openSecret, otpauthUri, sealSecret, stepOfCode } from '../modules/staff/second-factor.ts'
import { endSession, endSessions, listSessions, openSession, useSession } from '../modules/staff/sessions.ts'
import { offeredCapabilities } from '../modules/tenants/capabilities.ts'
import { PASSWORD_MAX_BYTES } from '../modules/users/new-password.ts'
import { normalizeEmail } from '../normalize-email.ts'
import { adminRoute } from './admin-route.ts'
import { auditCall } from './audit-call.ts'
import { COOKIE, recordRefusal, toCaller } from './guard.ts'
import { idOf, inShop } from './in-shop.ts'
import { listOf, listParameters, pageOfRows } from './lists.ts'

const TEXT_MAX = 254
const language = z.enum(LANGUAGE_CODES)

const sessionResponse = z.object({
  staff: z.object({
    id: text,
    name: text,
    email: text,
    role: z.enum(STAFF_ROLES),
    language: z.nullable(language),
  }),
  permissions: z.array(text),
  shop: z.object({ id: text, name: text, host: text, language, capabilities: z.array(text) }),
  needsSecondFactor: z
    .boolean()
    .check(z.describe('An authenticator app must be set up before any other call')),
})

const sessionRow = z.object({
  id: text,
  userAgent: text,
  createdAt: moment,
  usedAt: moment,
  isThis: z.boolean().check(z.describe('The session of this call')),
})

export const sessionRoutes = [
  adminRoute({
    method: 'post',
    path: '/session',
    operationId: 'signIn',
    tag: 'Session',
    summary: 'Sign in with e-mail, password and, where it is set up, a code of the authenticator app',
    access: 'open',
    body: z.strictObject({ email: text, password: text, code: z.optional(text) }),
    response: sessionResponse,
    failures: {
      401: 'Not right; `code` is `second-factor` when only the code is missing or wrong',
      429: 'Too many',
    },
    async handle(c, { body }) {
      const { db, now } = c.get('services')
      const tenantId = c.get('tenant').id
      const person = await checkPassword(c, body)
      const step = await checkCode(c, person, body.code)
      const found = await withTenant(db, tenantId, async (tx) => {
        if (step !== undefined) {
          await takeStep(tx, person, step)
          await changeStaff(tx, person, resealed(c, person))
        }
        const token = await openSession(tx, person, c.req.header('user-agent') ?? '', now())
        setCookie(c, COOKIE, token, {
          prefix: 'host',
          secure: true,
          path: '/',
          httpOnly: true,
          sameSite: 'Strict',
        })
        const by = { actor: 'staff' as const, actorId: person.id, actorName: person.name }
        await recordAudit(tx, tenantId, by, { action: 'signIn', target: person.email }, now())
        c.set('isAudited', true)
        return useSession(tx, tenantId, token, now())
      })
      if (!found) throw new Error('The session was not stored.')
      c.set('staff', toCaller(c, found))
      return c.json(describeSession(c))
    },
  }),
  adminRoute({
    method: 'get',
    path: '/session',
    operationId: 'getSession',
    tag: 'Session',
    summary: 'Who is signed in, what they may do, and the shop',
    access: 'session',
    response: sessionResponse,
    handle: (c) => c.json(describeSession(c)),
  }),
  adminRoute({
    method: 'delete',
    path: '/session',
    operationId: 'signOut',
    tag: 'Session',
    summary: 'Sign out',
    access: 'session',
    async handle(c) {
      const { id, sessionId } = personOf(c)
      const tenantId = c.get('tenant').id
      await inShop(c, (tx) => endSession(tx, tenantId, id, sessionId))
      deleteCookie(c, COOKIE, { prefix: 'host', secure: true, path: '/' })
      return c.body(null, 204)
    },
  }),
  adminRoute({
    method: 'get',
    path: '/sessions',
    operationId: 'listSessions',
    tag: 'Session',
    summary: 'List your own sessions, the last used first',
    access: 'session',
    query: z.object(listParameters),
    response: listOf(sessionRow),
    async handle(c, { query }) {
      const { db, now } = c.get('services')
      const { id: staffId, sessionId } = personOf(c)
      const tenantId = c.get('tenant').id
      const found = await withTenant(db, tenantId, (tx) =>
        listSessions(tx, { tenantId, staffId, now: now() }),
      )
      const rows = found.map(({ id, userAgent, createdAt, usedAt }) => ({
        ...{ id, userAgent, isThis: id === sessionId },
        ...{ createdAt: createdAt.toISOString(), usedAt: usedAt.toISOString() },
      }))
      return c.json(pageOfRows(rows, query))
    },
  }),
  adminRoute({
    method: 'delete',
    path: '/sessions/{id}',
    operationId: 'endSession',
    tag: 'Session',
    summary: 'End one of your own sessions',
    access: 'session',
    async handle(c) {
      const tenantId = c.get('tenant').id
      const isEnded = await inShop(c, (tx) => endSession(tx, tenantId, personOf(c).id, idOf(c)))
      if (!isEnded) throw new ApiError(404, 'You have no such session.')
      return c.body(null, 204)
    },
  }),
  adminRoute({
    method: 'post',
    path: '/second-factor',
    operationId: 'startSecondFactor',
    tag: 'Session',
    summary: 'Make a secret for an authenticator app; the present app stays in use until a code is confirmed',
    access: 'session',
    body: z.strictObject({ code: z.optional(text.check(z.describe('Of the present app, to replace it'))) }),
    response: z.object({ secret: text, uri: text.check(z.describe('For a QR code: otpauth://totp/…')) }),
    async handle(c, { body }) {
      const { db, paymentSecrets } = c.get('services')
      const { id: tenantId, record } = c.get('tenant')
      const person = await requirePerson(c)
      const step = await checkCode(c, person, body.code)
      const secret = newSecret()
      await withTenant(db, tenantId, async (tx) => {
        if (step !== undefined) await takeStep(tx, person, step)
        await changeStaff(tx, person, { pendingFactor: sealSecret(paymentSecrets, person, secret) })
      })
      return c.json({ secret, uri: otpauthUri(secret, { shop: record.storeName, email: person.email }) })
    },
  }),
  adminRoute({
    method: 'put',
    path: '/second-factor',
    operationId: 'confirmSecondFactor',
    tag: 'Session',
    summary: 'Confirm the authenticator app with a code; your other sessions end',
    access: 'session',
    body: z.strictObject({ code: text }),
    response: sessionResponse,
    failures: { 401: 'The code is not right' },
    async handle(c, { body }) {
      const { db, now } = c.get('services')
      const tenantId = c.get('tenant').id
      const person = await requirePerson(c)
      const { pendingFactor } = person
      if (pendingFactor === null) throw new ApiError(409, 'Make a secret first.')
      const confirmed = {
        ...{ secondFactor: pendingFactor, pendingFactor: null },
        ...{ secondFactorSince: now(), secondFactorStep: 0 },
      }
      const step = await checkCode(c, { ...person, ...confirmed }, body.code)
      const { sessionId } = personOf(c)
      const changed = { ...confirmed, secondFactorStep: step ?? 0 }
      await withTenant(db, tenantId, async (tx) => {
        await changeStaff(tx, person, changed)
        await endSessions(tx, tenantId, person.id, sessionId)
        await auditCall(c, tx, { target: person.email })
      })
      const staff = c.get('staff')
      if (staff.session) c.set('staff', { ...staff, session: { ...staff.session, needsSecondFactor: false } })
      return c.json(describeSession(c))
    },
  }),
]

/**
 * The person with this e-mail and password.
 * @throws {ApiError} 401 one of them is wrong, 429 too many attempts
 */
async function checkPassword(c: AppContext, sent: { email: string; password: string }): Promise<StaffRow> {
  const { db, rateLimits, passwords } = c.get('services')
  const tenantId = c.get('tenant').id
  const network = clientNetwork(c)
  const signIn = { account: [tenantId, normalizeEmail(sent.email)], network }
  await rateLimits.staffSignInByAccount.consume([...signIn.account, network])
  await rateLimits.staffWrongSignInByAddress.check([tenantId, network])
  const isPossible = sent.email.length <= TEXT_MAX && Buffer.byteLength(sent.password) <= PASSWORD_MAX_BYTES
  const person = isPossible
    ? await withTenant(db, tenantId, (tx) => findStaffByEmail(tx, tenantId, sent.email))
    : undefined
  const hash = person?.passwordHash ?? undefined
  const isRight = await passwords.verify(isPossible ? sent.password : '', hash, async () => {
    await rateLimits.staffWrongSignInByAddress.consume([tenantId, network])
    await rateLimits.staffGuesses.consume(signIn)
  })
  if (!person || !isRight) {
    await recordRefusal(c, 'password')
    throw new ApiError(401, 'E-mail or password is incorrect.', {}, { code: 'password' })
  }
  await rateLimits.staffWrongSignInByAddress.undo([tenantId, network])
  await rateLimits.staffGuesses.succeed(signIn)
  return person
}

/**
 * The time step of the code, where the person has an authenticator app.
 * @throws {ApiError} 401 the code is missing or not right, 429 too many wrong ones
 */
async function checkCode(c: AppContext, person: StaffRow, code = ''): Promise<number | undefined> {
  const { rateLimits, now, paymentSecrets } = c.get('services')
  const { id, secondFactor, secondFactorSince, secondFactorStep } = person
  if (secondFactor === null || secondFactorSince === null) return undefined
  const key = [c.get('tenant').id, id]
  if (code !== '') await rateLimits.staffCode.consume(key)
  const secret = openSecret(paymentSecrets, person, secondFactor)
  if (secret === undefined) {
    throw new ApiError(409, 'Your authenticator app must be set up anew. Ask an owner for "Lost phone".')
  }
  const step = code === '' ? undefined : stepOfCode(secret, code, secondFactorStep, now())
  if (step !== undefined) {
    await rateLimits.staffCode.undo(key)
    return step
  }
  if (code === '') throw codeRefusal('Enter the code of your authenticator app.')
  await recordRefusal(c, 'second-factor')
  throw codeRefusal()
}

/** @throws {ApiError} 401 another call has used the code at the same moment */
async function takeStep(tx: Transaction, person: StaffRow, step: number): Promise<void> {
  if (!(await takeCodeStep(tx, person, step))) throw codeRefusal()
}

function codeRefusal(sentence = 'This code is not right. Wait for the next one.'): ApiError {
  return new ApiError(401, sentence, {}, { code: 'second-factor' })
}

/** The person's secret under the newest secret of the platform, so that the one before can go. */
function resealed(c: AppContext, person: StaffRow): Pick<StaffRow, 'secondFactor'> {
  const { paymentSecrets } = c.get('services')
  const secret =
    person.secondFactor === null ? undefined : openSecret(paymentSecrets, person, person.secondFactor)
  return {
    secondFactor: secret === undefined ? person.secondFactor : sealSecret(paymentSecrets, person, secret),
  }
}

function describeSession(c: AppContext) {
  const { id, name, permissions, session } = c.get('staff')
  const { email = '', role = '', language: spoken = null, needsSecondFactor = false } = session ?? {}
  const { id: shopId, hosts, record } = c.get('tenant')
  return {
    staff: { id, name, email, role, language: spoken },
    permissions: [...permissions],
    shop: {
      ...{ id: shopId, name: record.storeName, host: hosts[0] ?? '', language: record.language ?? 'en' },
      capabilities: offeredCapabilities(record.capabilities, c.get('services').sendsEmail) ?? [],
    },
    needsSecondFactor,
  }
}

function personOf(c: AppContext): { id: string; sessionId: string } {
  const { id, session } = c.get('staff')
  return { id, sessionId: session?.id ?? '' }
}

async function requirePerson(c: AppContext): Promise<StaffRow> {
  const found = await inShop(c, (tx) => findStaff(tx, c.get('tenant').id, personOf(c).id))
  if (found) return found
  throw new ApiError(401, 'Please sign in.', {}, { code: 'signed-out' })
}
