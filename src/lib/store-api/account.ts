import { wrappedOrBare } from '../schemas/received.ts'
import { receivedAccountSchema, type Account } from '../schemas/user.ts'
import type { StoreClient } from './client.ts'

/** Separate from users.ts, so that pages that show the account load no sign-in code. */
export function fetchAccount(client: StoreClient): Promise<Account> {
  return client.get('/accountInfo', wrappedOrBare(receivedAccountSchema))
}
