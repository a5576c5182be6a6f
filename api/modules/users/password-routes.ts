import { newPasswordRequestSchema, passwordResetRequestSchema } from '@tanabana/contract/requests.ts'
import { withTenant } from '../../db/index.ts'
import { languageOf } from '../../http/language.ts'
import { route } from '../../http/route.ts'
import { components } from '../../http/schemas.ts'
import { requireCapability } from '../tenants/capabilities.ts'
import { acceptAddress } from './accept-address.ts'
import { findToken, requestMessage, useToken } from './account-requests.ts'
import { findUser } from './accounts.ts'
import { invalidLink } from './invalid-link.ts'
import { checkNewPassword } from './new-password.ts'
import { invalidLinkResponse } from './response-schemas.ts'
import { setPassword } from './set-password.ts'

const RESET = 'account.reset-requested'

/** Calls of the capability `password-reset`. */
export const passwordRoutes = [
  route({
    method: 'post',
    path: '/users/password-reset',
    operationId: 'requestPasswordReset',
    tag: 'Accounts',
    summary: 'Ask for a link that sets a new password',
    description:
      'Capability `password-reset`. An account with this email gets the link, valid once and for 30 minutes. The response is the same without one.',
    body: passwordResetRequestSchema.register(components, { id: 'PasswordResetRequest' }),
    example: { body: { email: 'meera@example.com' } },
    response: { status: 204, description: 'The request is taken, whether there is an account or not' },
    failures: { 404: 'The shop does not offer it', 422: 'Not an email', 429: 'Too many for this email' },
    async handle(c, { email }) {
      requireCapability(c, 'password-reset')
      const { db, now } = c.get('services')
      const tenantId = c.get('tenant').id
      await acceptAddress(c, RESET, email)
      const request = { tenantId, kind: RESET, email, language: languageOf(c), now: now() } as const
      await withTenant(db, tenantId, (tx) => requestMessage(tx, request))
      return c.body(null, 204)
    },
  }),
  route({
    method: 'post',
    path: '/users/password',
    operationId: 'resetPassword',
    tag: 'Accounts',
    summary: 'Set a new password with the token of a link',
    description:
      'Capability `password-reset`. Ends all sessions and links of the account. A refused password leaves the link valid.',
    body: newPasswordRequestSchema.register(components, { id: 'NewPasswordRequest' }),
    example: {
      body: { token: 'pV9cYcF3l0iJ2m5q8r1t4w7z0B3E6H9K2N5Q8T1W4Z7', password: 'kasavu-river-9' },
    },
    response: { status: 204, description: 'The new password is set' },
    failures: {
      404: 'The shop does not offer it',
      422: {
        description: 'The link is used, expired or of another shop, or the password is not taken',
        schema: invalidLinkResponse,
      },
      503: 'Too many passwords are being checked',
    },
    async handle(c, { token, password }) {
      requireCapability(c, 'password-reset')
      const { db, passwords, now, sendsEmail } = c.get('services')
      const { id: tenantId, record } = c.get('tenant')
      const named = { tenantId, kind: RESET, token, now: now() } as const
      const user = await withTenant(db, tenantId, async (tx) => {
        const found = await findToken(tx, named)
        return found && findUser(tx, tenantId, found.userId)
      })
      if (!user) throw invalidLink()
      checkNewPassword(password, { ...user, shop: record.storeName })
      const passwordHash = await passwords.hash(password)
      const language = languageOf(c)
      await withTenant(db, tenantId, async (tx) => {
        if (!(await useToken(tx, tenantId, user.id, token))) throw invalidLink()
        await setPassword(tx, { tenantId, user, passwordHash, language, sendsEmail, now: now() })
      })
      return c.body(null, 204)
    },
  }),
]
