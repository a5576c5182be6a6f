import * as z from 'zod/mini'

import { withTenant } from '../db/index.ts'
import { ApiError } from '../errors.ts'
import { clientNetwork } from '../http/addresses.ts'
import { text } from '../http/schemas.ts'
import { changeStaff, checkStaffPassword, findStaffByEmail } from '../modules/staff/accounts.ts'
import { recordAudit } from '../modules/staff/audit.ts'
import { findByLink, useLink } from '../modules/staff/links.ts'
import { endSessions } from '../modules/staff/sessions.ts'
import { sendShopMessages } from '../modules/shop-messages/send-shop-messages.ts'
import { normalizeEmail } from '../normalize-email.ts'
import { adminRoute } from './admin-route.ts'

export const passwordRoutes = [
  adminRoute({
    method: 'post',
    path: '/password-reset',
    operationId: 'requestPasswordReset',
    tag: 'Session',
    summary: 'Ask for a link that sets a new password; the response is the same for every e-mail',
    access: 'open',
    body: z.strictObject({ email: text.check(z.maxLength(254)) }),
    failures: { 429: 'Too many for this e-mail' },
    async handle(c, { body: { email } }) {
      const { db, rateLimits, now } = c.get('services')
      const tenantId = c.get('tenant').id
      await rateLimits.messagesByNetwork.consume([tenantId, clientNetwork(c)])
      await rateLimits.messagesToAddress.consume([tenantId, 'staff', normalizeEmail(email)])
      await withTenant(db, tenantId, async (tx) => {
        const person = await findStaffByEmail(tx, tenantId, email)
        if (!person) return
        await sendShopMessages(tx, {
          tenantId,
          kind: 'staff.reset-requested',
          subject: person.id,
          now: now(),
        })
      })
      return c.body(null, 204)
    },
  }),
  adminRoute({
    method: 'post',
    path: '/password',
    operationId: 'setPassword',
    tag: 'Session',
    summary: 'Set a password with the token of an invitation or reset; all sessions of the person end',
    access: 'open',
    body: z.strictObject({ token: text, password: text }),
    failures: { 422: 'The link is used or expired, or the password is not taken' },
    async handle(c, { body: { token, password } }) {
      const { db, passwords, now } = c.get('services')
      const { id: tenantId, record } = c.get('tenant')
      const person = await withTenant(db, tenantId, (tx) => findByLink(tx, tenantId, token, now()))
      if (!person) throw invalidLink()
      checkStaffPassword(password, { ...person, shop: record.storeName })
      const passwordHash = await passwords.hash(password)
      await withTenant(db, tenantId, async (tx) => {
        if (!(await useLink(tx, person, token))) throw invalidLink()
        await changeStaff(tx, person, { passwordHash })
        await endSessions(tx, tenantId, person.id)
        const by = { actor: 'staff' as const, actorId: person.id, actorName: person.name }
        await recordAudit(tx, tenantId, by, { action: c.get('operation'), target: person.email }, now())
        c.set('isAudited', true)
      })
      return c.body(null, 204)
    },
  }),
]

function invalidLink(): ApiError {
  return new ApiError(
    422,
    'This link is used or has expired. Ask for a new one.',
    {},
    { code: 'invalid-link' },
  )
}
