import { log } from './log.ts'
import { printablePath } from './requests.ts'

/** Logs the path of an address that leads nowhere. The query stays out: it may carry what belongs in no log. docs/requirements.md#219-404-page */
export function logMissingPath(url: string): void {
  const { hostname } = URL.canParse(url) ? new URL(url) : {}
  log('warn', 'no such page', { tenant: hostname, path: printablePath(url) })
}
