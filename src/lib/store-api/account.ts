import { wrappedOrBare } from '../schemas/received.ts'
import { receivedAccountSchema, type Account } from '../schemas/user.ts'
import type { StoreClient } from './client.ts'

/** Apart from users.ts, so that pages that only need the account load no code for signing in. */
export function fetchAccount(client: StoreClient): Promise<Account> {
  return client.get('/accountInfo', wrappedOrBare(receivedAccountSchema))
}
