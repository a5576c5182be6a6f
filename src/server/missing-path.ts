import { log } from './log.ts'
import { printablePath } from './requests.ts'

/** Logs the path of an unknown address, without its query, which may contain secrets. docs/requirements.md#219-404-page */
export function logMissingPath(url: string): void {
  const { hostname } = URL.canParse(url) ? new URL(url) : {}
  log('warn', 'no such page', { tenant: hostname, path: printablePath(url) })
}
