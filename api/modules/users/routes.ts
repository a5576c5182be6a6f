import { hasControlCharacters } from '@tanabana/contract/text.ts'
import { authorizationRequestSchema, registrationRequestSchema } from '@tanabana/contract/requests.ts'
import { clientNetwork } from '../../http/addresses.ts'
import { accountResponse, authorizationResponse, registrationResponse } from './response-schemas.ts'
import { components } from '../../http/schemas.ts'
import { withTenant } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import { bearerToken } from './session.ts'
import { checkNewPassword, PASSWORD_MAX_BYTES } from './new-password.ts'
import { createUser, findCredentials, replacePasswordHash } from './accounts.ts'
import { normalizeEmail } from '../../normalize-email.ts'
import { hashOf, issueToken, revokeToken } from './tokens.ts'
import { route } from '../../http/route.ts'

const TEXT_MAX = 254

const SIGN_IN = { email: 'meera@example.com', password: 'zari-loom-7' }
const NAME = { firstName: 'Meera', lastName: 'Iyer' }

export const userRoutes = [
  route({
    method: 'post',
    path: '/users/register',
    operationId: 'register',
    tag: 'Accounts',
    summary: 'Create an account',
    description: 'Does not sign in.',
    body: registrationRequestSchema.register(components, { id: 'RegistrationRequest' }),
    example: { body: { ...SIGN_IN, ...NAME } },
    response: {
      status: 201,
      description: 'The account exists',
      schema: registrationResponse,
      example: { success: true },
    },
    failures: {
      409: 'The email has an account already',
      422: 'A field is not valid',
      429: 'Too many attempts',
      503: 'Too many passwords are being checked',
    },
    async handle(c, { email, password, firstName, lastName }) {
      const { db, rateLimits, passwords, now } = c.get('services')
      const tenantId = c.get('tenant').id
      const caller = [tenantId, clientNetwork(c)]
      await rateLimits.registrationByAddress.consume(caller)
      if ([email, firstName, lastName].some((text) => text.length > TEXT_MAX)) {
        throw new ApiError(422, `Names and email can have at most ${TEXT_MAX} characters.`)
      }
      if ([email, firstName, lastName].some(hasControlCharacters)) {
        throw new ApiError(
          422,
          'A name or the email contains an invisible character. Please type it instead of pasting it.',
        )
      }
      checkNewPassword(password, { email, firstName, lastName, shop: c.get('tenant').record.storeName })
      const refuseTaken = async () => {
        await rateLimits.takenEmailByAddress.consume(caller)
        throw new ApiError(409, 'An account with this email already exists. Please log in instead.')
      }
      const passwordHash = await passwords.hash(password, async () => {
        await rateLimits.takenEmailByAddress.check(caller)
        if (await withTenant(db, tenantId, (tx) => findCredentials(tx, tenantId, email))) await refuseTaken()
      })
      const created = await withTenant(db, tenantId, (tx) =>
        createUser(tx, tenantId, { email, passwordHash, firstName, lastName, createdAt: now() }),
      )
      if (!created) await refuseTaken()
      return c.json({ success: true }, 201)
    },
  }),
  route({
    method: 'post',
    path: '/users/authorize',
    operationId: 'signIn',
    tag: 'Accounts',
    summary: 'Sign in',
    description:
      'The token goes into the Authorization header of later calls: `Bearer <token>`. It is valid 30 days. A token that this call carries is revoked.',
    body: authorizationRequestSchema.register(components, { id: 'AuthorizationRequest' }),
    example: { body: SIGN_IN },
    response: {
      status: 200,
      description: 'The bearer token',
      schema: authorizationResponse,
      example: { token: 'pV9cYcF3l0iJ2m5q8r1t4w7z0B3E6H9K2N5Q8T1W4Z7' },
    },
    failures: {
      401: 'Email or password is wrong',
      429: 'Too many attempts',
      503: 'Too many passwords are being checked',
    },
    async handle(c, { email, password }) {
      const { db, rateLimits, passwords, now } = c.get('services')
      const tenantId = c.get('tenant').id
      const network = clientNetwork(c)
      const signIn = { account: [tenantId, normalizeEmail(email)], network }
      const caller = [tenantId, network]
      await rateLimits.signInByAddress.consume(caller)
      await rateLimits.signInByAccount.consume([...signIn.account, network])
      // A flood from one address takes no place in the queue.
      await rateLimits.wrongSignInByAddress.check(caller)

      const isPossible = email.length <= TEXT_MAX && Buffer.byteLength(password) <= PASSWORD_MAX_BYTES
      const account = isPossible
        ? await withTenant(db, tenantId, (tx) => findCredentials(tx, tenantId, email))
        : undefined
      const isRight = await passwords.verify(isPossible ? password : '', account?.passwordHash, async () => {
        await rateLimits.wrongSignInByAddress.consume(caller)
        await rateLimits.passwordGuesses.consume(signIn)
      })
      if (!account || !isRight) throw new ApiError(401, 'Email or password is incorrect.')

      await rateLimits.wrongSignInByAddress.undo(caller)
      await rateLimits.passwordGuesses.succeed(signIn)
      const newHash = passwords.isOutdated(account.passwordHash) ? await passwords.hash(password) : undefined
      const earlier = bearerToken(c)
      const token = await withTenant(db, tenantId, async (tx) => {
        if (newHash) await replacePasswordHash(tx, tenantId, account.id, newHash)
        if (earlier) await revokeToken(tx, tenantId, hashOf(earlier))
        return issueToken(tx, tenantId, account.id, now())
      })
      return c.json({ token })
    },
  }),
  route({
    method: 'post',
    path: '/users/logout',
    operationId: 'signOut',
    tag: 'Accounts',
    summary: 'Sign out',
    description: 'Revokes the token that the call carries. Takes no body.',
    signedIn: true,
    response: { status: 204, description: 'The token is of no use any more' },
    async handle(c) {
      const tenantId = c.get('tenant').id
      await withTenant(c.get('services').db, tenantId, (tx) => revokeToken(tx, tenantId, c.get('tokenHash')))
      return c.body(null, 204)
    },
  }),
  route({
    method: 'get',
    path: '/accountInfo',
    operationId: 'getAccountInfo',
    tag: 'Accounts',
    summary: 'Read the signed-in account',
    signedIn: true,
    response: {
      status: 200,
      description: 'The account',
      schema: accountResponse,
      example: { data: { ...NAME, email: SIGN_IN.email, createdAt: '2026-11-01T09:30:00.000Z' } },
    },
    handle(c) {
      const { firstName, lastName, email, createdAt } = c.get('user')
      return c.json({ data: { firstName, lastName, email, createdAt: createdAt.toISOString() } })
    },
  }),
]
