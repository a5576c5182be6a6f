import * as z from 'zod/mini'

import { LANGUAGE_CODES } from '@tanabana/contract/store-info.ts'
import { versionOf } from '../content-version.ts'
import type { Transaction } from '../db/index.ts'
import { STAFF_ROLES } from '../db/staff-columns.ts'
import { ApiError } from '../errors.ts'
import { apiOriginOf } from '../http/addresses.ts'
import type { AppContext } from '../http/context.ts'
import { moment, text } from '../http/schemas.ts'
import {
  addStaff,
  changeStaff,
  findStaff,
  listStaff,
  NO_SECOND_FACTOR,
  removeStaff,
  type StaffRow,
} from '../modules/staff/accounts.ts'
import { linkAddress, openLink } from '../modules/staff/links.ts'
import { endSessions } from '../modules/staff/sessions.ts'
import { sendShopMessages } from '../modules/shop-messages/send-shop-messages.ts'
import { adminRoute } from './admin-route.ts'
import { auditCall } from './audit-call.ts'
import { line } from './body-fields.ts'
import { idOf, inShop } from './in-shop.ts'
import { listOf, listParameters, pageOfRows } from './lists.ts'
import { refuseStale } from './refuse-stale.ts'

const language = z.nullable(z.enum(LANGUAGE_CODES))
const name = line()
const role = z.enum(STAFF_ROLES)

const staffResponse = z.object({
  id: text,
  name: text,
  email: text,
  role,
  language,
  isInvited: z.boolean().check(z.describe('Has not set a password yet')),
  hasSecondFactor: z.boolean(),
  createdAt: moment,
  version: text,
  link: z.optional(text.check(z.describe('Of the invitation, where the shop sends no e-mail; shown once'))),
})

export const staffRoutes = [
  adminRoute({
    method: 'get',
    path: '/staff',
    operationId: 'listStaff',
    tag: 'Staff',
    summary: 'List the staff of the shop',
    access: 'staff.read',
    query: z.object(listParameters),
    response: listOf(staffResponse),
    async handle(c, { query }) {
      const rows = await inShop(c, (tx) => listStaff(tx, c.get('tenant').id))
      return c.json(pageOfRows(rows.map(describe), query))
    },
  }),
  adminRoute({
    method: 'get',
    path: '/staff/{id}',
    operationId: 'getStaff',
    tag: 'Staff',
    summary: 'Read a person of the staff',
    access: 'staff.read',
    response: staffResponse,
    handle: (c) => inShop(c, async (tx) => c.json(describe(await requireStaff(c, tx)))),
  }),
  adminRoute({
    method: 'post',
    path: '/staff',
    operationId: 'addStaff',
    tag: 'Staff',
    summary: 'Add a person, who gets an invitation by e-mail',
    access: 'staff.write',
    body: z.strictObject({
      email: z.email().check(z.maxLength(254)),
      name,
      role,
      language: z.optional(z.enum(LANGUAGE_CODES)),
    }),
    status: 201,
    response: staffResponse,
    failures: { 409: 'The e-mail is on the staff already' },
    handle: (c, { body }) =>
      inShop(c, async (tx) => {
        const { id: tenantId } = c.get('tenant')
        const person = await addStaff(tx, tenantId, body, c.get('services').now())
        await auditCall(c, tx, { target: person.email, after: { name: person.name, role: person.role } })
        return c.json({ ...describe(person), ...(await invite(c, tx, person)) }, 201)
      }),
  }),
  adminRoute({
    method: 'post',
    path: '/staff/{id}/invite',
    operationId: 'inviteStaff',
    tag: 'Staff',
    summary: 'Send the invitation again; with `resetSecondFactor`, the authenticator app is set up anew',
    access: 'staff.write',
    body: z.strictObject({ resetSecondFactor: z.optional(z.boolean()) }),
    response: staffResponse,
    handle: (c, { body }) =>
      inShop(c, async (tx) => {
        const person = await requireStaff(c, tx)
        if (body.resetSecondFactor) {
          await changeStaff(tx, person, NO_SECOND_FACTOR)
          await endSessions(tx, person.tenantId, person.id)
        }
        await auditCall(c, tx, { target: person.email, after: body })
        return c.json({ ...describe(await requireStaff(c, tx)), ...(await invite(c, tx, person)) })
      }),
  }),
  adminRoute({
    method: 'patch',
    path: '/staff/{id}',
    operationId: 'changeStaff',
    tag: 'Staff',
    summary: 'Change name, role or language; another role ends the sessions of the person',
    access: 'staff.write',
    body: z.strictObject({
      version: text,
      name: z.optional(name),
      role: z.optional(role),
      language: z.optional(language),
    }),
    response: staffResponse,
    failures: { 409: 'Changed by another person since (`code` is `changed`), or the last owner' },
    handle: (c, { body: { version, ...changes } }) =>
      inShop(c, async (tx) => {
        const person = await requireStaff(c, tx)
        refuseStale(version, describe(person))
        await changeStaff(tx, person, changes)
        if (changes.role !== undefined && changes.role !== person.role) {
          await endSessions(tx, person.tenantId, person.id)
        }
        const changed = await requireStaff(c, tx)
        const shown = ({ name: called, role: present, language: spoken }: StaffRow) => ({
          ...{ name: called, role: present, language: spoken },
        })
        await auditCall(c, tx, { target: person.email, before: shown(person), after: shown(changed) })
        return c.json(describe(changed))
      }),
  }),
  adminRoute({
    method: 'delete',
    path: '/staff/{id}',
    operationId: 'removeStaff',
    tag: 'Staff',
    summary: 'Remove a person, whose sessions end at once',
    access: 'staff.write',
    failures: { 409: 'The last owner' },
    handle: (c) =>
      inShop(c, async (tx) => {
        const person = await requireStaff(c, tx)
        await removeStaff(tx, person)
        await auditCall(c, tx, { target: person.email, before: { name: person.name, role: person.role } })
        return c.body(null, 204)
      }),
  }),
]

/** Sends the invitation, or returns its link where the shop sends no e-mail. */
async function invite(c: AppContext, tx: Transaction, person: StaffRow): Promise<{ link?: string }> {
  const { sendsEmail, now } = c.get('services')
  if (!sendsEmail) {
    return { link: linkAddress(apiOriginOf(c), await openLink(tx, person, 'invitation', now())) }
  }
  const { tenantId, id: subject } = person
  await sendShopMessages(tx, { tenantId, kind: 'staff.invited', subject, now: now() })
  return {}
}

function describe({ id, name: called, email, role: present, language: spoken, ...row }: StaffRow) {
  const shown = {
    ...{ id, name: called, email, role: present, language: spoken },
    isInvited: row.passwordHash === null,
    hasSecondFactor: row.secondFactorSince !== null,
    createdAt: row.createdAt.toISOString(),
  }
  return { ...shown, version: versionOf([called, present, spoken]) }
}

async function requireStaff(c: AppContext, tx: Transaction): Promise<StaffRow> {
  const person = await findStaff(tx, c.get('tenant').id, idOf(c))
  if (person) return person
  throw new ApiError(404, 'The shop has no such person on its staff.')
}
