import * as z from 'zod/mini'

import { wrappedOrBare } from '../contract/received.ts'
import type { RegistrationRequest } from '../contract/requests.ts'
import { authorizationSchema, receivedAccountSchema } from '../contract/user.ts'
import type { Account } from '../contract/user.ts'
import type { StoreClient } from './client.ts'

/**
 * Returns the bearer token; `undefined` when the response has none. Throws as the client does.
 * docs/requirements.md#51-sign-in-form
 */
export async function authorize(
  client: StoreClient,
  email: string,
  password: string,
): Promise<string | undefined> {
  const response = await client.post('/users/authorize', wrappedOrBare(authorizationSchema), {
    email,
    password,
  })
  return response.token
}

/** Creates an account. Ignores the response body. docs/requirements.md#72-calls */
export async function register(client: StoreClient, registration: RegistrationRequest): Promise<void> {
  await client.post('/users/register', z.unknown(), registration)
}

/** Revokes the client's token. Requires the capability. docs/requirements.md#1113-signing-out-at-the-store-api */
export async function revokeToken(client: StoreClient): Promise<void> {
  await client.post('/users/logout', z.unknown(), undefined)
}

/** Returns the account of the signed-in shopper. Throws as the client does. docs/requirements.md#38-user */
export function fetchAccount(client: StoreClient): Promise<Account> {
  return client.get('/accountInfo', wrappedOrBare(receivedAccountSchema))
}
