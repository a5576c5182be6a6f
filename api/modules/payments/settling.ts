import type { Services } from '../../http/context.ts'
import type { Metrics } from '../../http/metrics.ts'

/** Dependencies of settling, in the API and in commands. */
export type Settling = Pick<Services, 'db' | 'paymentSecrets' | 'providers' | 'log' | 'now'> & {
  config: { sandbox: boolean }
  metrics: Pick<Metrics, 'countSettlement'>
  /** Purges the shop's pages when a late payment sold something out; by default none. */
  purge?: Services['purge']
  /** False where a shopper or provider waits for the response, and not for the purge; by default true. */
  waitsForPurge?: boolean
}
