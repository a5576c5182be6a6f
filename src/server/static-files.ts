import sirv from 'sirv'

import { PLAIN_HEADERS, WORKER_HEADERS } from './security-headers.ts'

/** Answers with the built browser files, in the smallest encoding there is of each, or calls on. design §5 */
export function createStaticFiles(directory: string) {
  return sirv(directory, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (response, path) => {
      response.setHeader('cache-control', cacheControl(path))
      const headers = path === '/service-worker.js' ? { ...PLAIN_HEADERS, ...WORKER_HEADERS } : PLAIN_HEADERS
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    },
  })
}

/** Built files carry their content's hash in the name. */
function cacheControl(path: string): string {
  return path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
