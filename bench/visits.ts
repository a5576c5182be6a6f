import { countVisits, startTenants } from '../tests/security/tenant-visits.ts'
import { printTable, verdict } from './kit/table.ts'

const SHOWN = 10

/**
 * Makes random visits of three shoppers in three shops on one storefront with its cache and counts responses with
 * words of another shop or shopper. False when there is one, or a 5xx. SECURITY.md#cross-tenant-pages
 */
export async function benchVisits(count: number): Promise<boolean> {
  const stack = await startTenants()
  const { visits, foreign, failures, own } = await countVisits(stack.storefront.port, count)
  await stack.stop()
  printTable('Random visits of three shoppers in three shops', [
    { what: 'visits', count: visits, target: '', verdict: '' },
    { what: 'that named their own shop', count: own, target: '', verdict: '' },
    { what: 'words of others', count: foreign.length, target: '0', verdict: verdict(foreign.length === 0) },
    { what: '5xx', count: failures, target: '0', verdict: verdict(failures === 0) },
  ])
  for (const one of foreign.slice(0, SHOWN)) console.error(one)
  return foreign.length + failures === 0
}
