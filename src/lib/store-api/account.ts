import { wrappedOrBare } from '../schemas/received.ts'
import { receivedAccountSchema, type Account } from '../schemas/user.ts'
import type { StoreClient } from './client.ts'

/** Apart from users.ts: pages that only ask who somebody is load nothing of signing in. */
export function fetchAccount(client: StoreClient): Promise<Account> {
  return client.get('/accountInfo', wrappedOrBare(receivedAccountSchema))
}
