import {
  emailChangeSchema,
  erasureRequestSchema,
  passwordChangeSchema,
  tokenRequestSchema,
} from '@tanabana/contract/requests.ts'
import type * as z from 'zod/mini'

import type { openMattersSchema } from '@tanabana/contract/user.ts'
import { readTenant, withTenant } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import { languageOf } from '../../http/language.ts'
import { route } from '../../http/route.ts'
import { components } from '../../http/schemas.ts'
import { erasePerson } from '../personal-data/erase-account.ts'
import { findPerson, readPersonalData } from '../personal-data/personal-data.ts'
import { tellWebhooks } from '../shop-messages/tell-webhooks.ts'
import { requireCapability } from '../tenants/capabilities.ts'
import { acceptAddress } from '../users/accept-address.ts'
import { findToken, requestMessage, useToken } from '../users/account-requests.ts'
import { findUser, replaceEmail } from '../users/accounts.ts'
import { invalidLink } from '../users/invalid-link.ts'
import { checkNewPassword } from '../users/new-password.ts'
import { requirePassword } from '../users/require-password.ts'
import {
  accountDataResponse,
  invalidLinkResponse,
  openMattersResponse,
  wrongPasswordResponse,
} from '../users/response-schemas.ts'
import { setPassword } from '../users/set-password.ts'
import { revokeTokens } from '../users/tokens.ts'

const EMAIL_CHANGE = 'account.email-requested'
const TOKEN = 'pV9cYcF3l0iJ2m5q8r1t4w7z0B3E6H9K2N5Q8T1W4Z7'
const WRONG_PASSWORD = {
  404: 'The shop does not offer it',
  422: { description: 'The password is wrong, or a field is not valid', schema: wrongPasswordResponse },
  429: 'Too many wrong passwords',
  503: 'Too many passwords are being checked',
}

/** Calls of the capabilities `account-settings`, `email-change` and `account-data`. */
export const accountRoutes = [
  route({
    method: 'post',
    path: '/account/password',
    operationId: 'changePassword',
    tag: 'Accounts',
    summary: 'Change the password',
    description: 'Capability `account-settings`. Ends the other sessions of the account.',
    signedIn: true,
    body: passwordChangeSchema.register(components, { id: 'PasswordChange' }),
    example: { body: { currentPassword: 'zari-loom-7', password: 'kasavu-river-9' } },
    response: { status: 204, description: 'The new password is set' },
    failures: WRONG_PASSWORD,
    async handle(c, { currentPassword, password }) {
      requireCapability(c, 'account-settings')
      const { db, passwords, now, sendsEmail } = c.get('services')
      const { id: tenantId, record } = c.get('tenant')
      const user = c.get('user')
      await requirePassword(c, currentPassword)
      checkNewPassword(password, { ...user, shop: record.storeName })
      const passwordHash = await passwords.hash(password)
      const change = { tenantId, user, passwordHash, exceptHash: c.get('tokenHash'), sendsEmail, now: now() }
      await withTenant(db, tenantId, (tx) => setPassword(tx, { ...change, language: languageOf(c) }))
      return c.body(null, 204)
    },
  }),
  route({
    method: 'post',
    path: '/account/sign-out',
    operationId: 'signOutEverywhere',
    tag: 'Accounts',
    summary: 'Sign out on all devices',
    description: 'Capability `account-settings`. Revokes all tokens of the account. Takes no body.',
    signedIn: true,
    response: { status: 204, description: 'No token of the account is valid any more' },
    failures: { 404: 'The shop does not offer it' },
    async handle(c) {
      requireCapability(c, 'account-settings')
      const tenantId = c.get('tenant').id
      await withTenant(c.get('services').db, tenantId, (tx) => revokeTokens(tx, tenantId, c.get('user').id))
      return c.body(null, 204)
    },
  }),
  route({
    method: 'post',
    path: '/account/email',
    operationId: 'requestEmailChange',
    tag: 'Accounts',
    summary: 'Ask for a link that changes the email',
    description:
      'Capability `email-change`. The link goes to the new address and is valid once and for 30 minutes. The response is the same for an address that has an account.',
    signedIn: true,
    body: emailChangeSchema.register(components, { id: 'EmailChange' }),
    example: { body: { email: 'meera.iyer@example.com', password: 'zari-loom-7' } },
    response: { status: 204, description: 'The request is taken' },
    failures: WRONG_PASSWORD,
    async handle(c, { email, password }) {
      requireCapability(c, 'email-change')
      const { db, rateLimits, now } = c.get('services')
      const tenantId = c.get('tenant').id
      await requirePassword(c, password)
      const userId = c.get('user').id
      await rateLimits.messagesToAddress.consume([tenantId, EMAIL_CHANGE, userId])
      await acceptAddress(c, EMAIL_CHANGE, email)
      const request = { tenantId, kind: EMAIL_CHANGE, userId, email, language: languageOf(c) } as const
      await withTenant(db, tenantId, (tx) => requestMessage(tx, { ...request, now: now() }))
      return c.body(null, 204)
    },
  }),
  route({
    method: 'post',
    path: '/account/email/confirmation',
    operationId: 'confirmEmailChange',
    tag: 'Accounts',
    summary: 'Change the email with the token of a link',
    description: 'Capability `email-change`. Orders of the account can be tracked with the new address.',
    body: tokenRequestSchema.register(components, { id: 'TokenRequest' }),
    example: { body: { token: TOKEN } },
    response: { status: 204, description: 'The account has the new email' },
    failures: {
      404: 'The shop does not offer it',
      422: { description: 'The link is used, expired or of another shop', schema: invalidLinkResponse },
    },
    async handle(c, { token }) {
      requireCapability(c, 'email-change')
      const { db, now } = c.get('services')
      const tenantId = c.get('tenant').id
      const language = languageOf(c)
      await withTenant(db, tenantId, async (tx) => {
        const found = await findToken(tx, { tenantId, kind: EMAIL_CHANGE, token, now: now() })
        const user = found && (await findUser(tx, tenantId, found.userId))
        if (!user || !(await useToken(tx, tenantId, user.id, token))) throw invalidLink()
        // Another account took the address since.
        if (!(await replaceEmail(tx, tenantId, user.id, found.email))) throw invalidLink()
        const notice = { tenantId, userId: user.id, email: user.email, language, now: now() }
        const kind = 'account.email-changed'
        await requestMessage(tx, { ...notice, kind })
        await tellWebhooks(tx, { tenantId, kind, subject: user.id, now: now() })
      })
      return c.body(null, 204)
    },
  }),
  route({
    method: 'get',
    path: '/account/data',
    operationId: 'exportAccountData',
    tag: 'Accounts',
    summary: 'Read everything that the shop holds about the account',
    description:
      'Capability `account-data`. `records` has the rows of each table, without passwords and tokens; amounts in them are paise.',
    signedIn: true,
    response: {
      status: 200,
      description: 'The data',
      schema: accountDataResponse,
      example: {
        ...{ shop: 'Tanabana', exportedAt: '2026-11-21T10:00:00.000Z' },
        account: {
          ...{ email: 'meera@example.com', firstName: 'Meera', lastName: 'Iyer' },
          createdAt: '2026-11-01T09:30:00.000Z',
        },
        records: { addresses: [] },
      },
    },
    failures: { 404: 'The shop does not offer it', 429: 'Too many in an hour' },
    async handle(c) {
      requireCapability(c, 'account-data')
      const { db, rateLimits, now } = c.get('services')
      const { id: tenantId, record } = c.get('tenant')
      const { id: userId, email, firstName, lastName, createdAt } = c.get('user')
      await rateLimits.accountExport.consume([tenantId, userId])
      const records = await readTenant(db, tenantId, async (tx) =>
        readPersonalData(tx, await findPerson(tx, tenantId, { userId })),
      )
      c.header('cache-control', 'no-store')
      return c.json({
        ...{ shop: record.storeName, exportedAt: now().toISOString() },
        account: { email, firstName, lastName, createdAt: createdAt.toISOString() },
        records,
      })
    },
  }),
  route({
    method: 'post',
    path: '/account/erasure',
    operationId: 'eraseAccount',
    tag: 'Accounts',
    summary: 'Delete the account',
    description:
      'Capability `account-data`. Deletes name, email, addresses and password for good; orders keep their items and payments for the books.',
    signedIn: true,
    body: erasureRequestSchema.register(components, { id: 'ErasureRequest' }),
    example: { body: { password: 'zari-loom-7' } },
    response: { status: 204, description: 'The account is deleted' },
    failures: {
      ...WRONG_PASSWORD,
      409: {
        description: 'An order or a return is open, or a refund is due',
        schema: openMattersResponse,
      },
    },
    async handle(c, { password }) {
      requireCapability(c, 'account-data')
      const { db, now } = c.get('services')
      const tenantId = c.get('tenant').id
      await requirePassword(c, password)
      const found = await withTenant(db, tenantId, (tx) =>
        erasePerson(tx, tenantId, { userId: c.get('user').id }, now()),
      )
      if (found.isErased) return c.body(null, 204)
      const details: z.input<typeof openMattersSchema> = {
        code: 'open-matters',
        openOrders: found.openOrders,
        openReturns: found.openReturns.length,
        refundsDue: found.refundsDue.length + found.returnsDue.length,
      }
      throw new ApiError(
        409,
        'The account can be deleted once its orders, returns and refunds are finished.',
        {},
        details,
      )
    },
  }),
]
