import { localRedirect } from '@tanabana/contract/local-redirect.ts'
import { logMissingPath } from '../observability/log.ts'

/** Redirects to the 404 page and logs the path. docs/requirements.md#102-unknown-paths */
export function redirectToMissing(request: Request): Response {
  logMissingPath(request.url)
  return localRedirect('/404', 302)
}
