import * as z from 'zod/mini'

import { authorizationRequestSchema, registrationRequestSchema } from '../../src/lib/schemas/requests.ts'
import { authorizationSchema } from '../../src/lib/schemas/user.ts'
import { clientAddress } from '../addresses.ts'
import { accountAnswer } from '../answers.ts'
import { withTenant } from '../db/index.ts'
import { ApiError } from '../errors.ts'
import { createUser, findCredentials, normaliseEmail } from '../users/accounts.ts'
import { issueToken, revokeToken } from '../users/tokens.ts'
import { route } from './route.ts'

const PASSWORD_MAX_BYTES = 1024
const TEXT_MAX = 254

export const userRoutes = [
  route({
    method: 'post',
    path: '/users/register',
    tag: 'Accounts',
    summary: 'Create an account',
    description: 'Does not sign in.',
    body: registrationRequestSchema,
    answer: {
      status: 201,
      description: 'The account exists',
      schema: z.object({ success: z.literal(true) }),
    },
    failures: {
      409: 'The e-mail has an account already',
      422: 'A field is not valid',
      429: 'Too many attempts',
    },
    async handle(c, { email, password, firstName, lastName }) {
      const { db, throttles, passwords, now } = c.get('services')
      throttles.registration.take(clientAddress(c))
      if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
        throw new ApiError(422, `The password may have at most ${PASSWORD_MAX_BYTES} bytes.`)
      }
      if ([email, firstName, lastName].some((text) => text.length > TEXT_MAX)) {
        throw new ApiError(422, `Names and e-mail may have at most ${TEXT_MAX} characters.`)
      }
      const passwordHash = await passwords.hash(password)
      const created = await withTenant(db, c.get('tenant').id, (tx) =>
        createUser(tx, c.get('tenant').id, { email, passwordHash, firstName, lastName, createdAt: now() }),
      )
      if (!created)
        throw new ApiError(409, 'An account with this email already exists. Please log in instead.')
      return c.json({ success: true }, 201)
    },
  }),
  route({
    method: 'post',
    path: '/users/authorize',
    tag: 'Accounts',
    summary: 'Sign in',
    description:
      'The token goes into the Authorization header of later calls: `Bearer <token>`. It is valid 30 days.',
    body: authorizationRequestSchema,
    answer: { status: 200, description: 'The bearer token', schema: authorizationSchema },
    failures: { 401: 'E-mail or password is wrong', 429: 'Too many attempts' },
    async handle(c, { email, password }) {
      const { db, throttles, passwords, now } = c.get('services')
      const tenantId = c.get('tenant').id
      const address = clientAddress(c)
      const attempt = JSON.stringify([tenantId, address, normaliseEmail(email)])
      throttles.signInByAddress.take(address)
      throttles.signInByEmail.take(attempt)

      const isPossible = email.length <= TEXT_MAX && Buffer.byteLength(password) <= PASSWORD_MAX_BYTES
      const account = isPossible
        ? await withTenant(db, tenantId, (tx) => findCredentials(tx, tenantId, email))
        : undefined
      const isRight = await passwords.verify(isPossible ? password : '', account?.passwordHash)
      if (!account || !isRight) throw new ApiError(401, 'Email or password is incorrect.')

      throttles.signInByAddress.giveBack(address)
      throttles.signInByEmail.giveBack(attempt)
      return c.json({
        token: await withTenant(db, tenantId, (tx) => issueToken(tx, tenantId, account.id, now())),
      })
    },
  }),
  route({
    method: 'post',
    path: '/users/logout',
    tag: 'Accounts',
    summary: 'Sign out',
    description: 'Revokes the token that the call carries. Takes no body.',
    signedIn: true,
    answer: { status: 204, description: 'The token is of no use any more' },
    async handle(c) {
      await revokeToken(c.get('services').db, c.get('tenant').id, c.get('tokenHash'))
      return c.body(null, 204)
    },
  }),
  route({
    method: 'get',
    path: '/accountInfo',
    tag: 'Accounts',
    summary: 'Read the signed-in account',
    signedIn: true,
    answer: { status: 200, description: 'The account', schema: accountAnswer },
    handle(c) {
      const { firstName, lastName, email, createdAt } = c.get('user')
      return c.json({ data: { firstName, lastName, email, createdAt: createdAt.toISOString() } })
    },
  }),
]
