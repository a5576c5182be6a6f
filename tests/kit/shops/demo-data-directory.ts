import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The data directory of the demo stack whose storefront listens on this port. */
export function demoDataDirectory(port: string): string {
  return join(tmpdir(), `tanabana-e2e-${port}`)
}
