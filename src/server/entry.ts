import type { IncomingMessage, ServerResponse } from 'node:http'

import sirv from 'sirv'

import type { StorefrontConfig } from './config.ts'
import { misdirectedResponse } from './pages.ts'
import { tenantHost } from './tenancy.ts'

const FORWARDED = /^(forwarded|x-forwarded-.*|x-real-ip)$/
const URL_MAX_LENGTH = 4096
const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS']

export type Render = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: Pick<App.Locals, 'isHttps'>,
) => Promise<void>

export interface EntryOptions {
  config: StorefrontConfig
  /** The built browser files. */
  clientDirectory: string
  /** Astro's handler. */
  render: Render
}

/**
 * The HTTP entry before Astro: liveness and readiness, what is no good request, unknown hosts, static files. design §5
 */
export function createEntry({ config, clientDirectory, render }: EntryOptions) {
  const files = sirv(clientDirectory, {
    etag: true,
    setHeaders: (response, path) => {
      response.setHeader('cache-control', cacheControl(path))
      response.setHeader('x-content-type-options', 'nosniff')
    },
  })
  let isDraining = false

  function handle(request: IncomingMessage, response: ServerResponse): void {
    if (isDraining) response.setHeader('connection', 'close')
    if (request.url === '/livez') return answer(response, 200, 'alive')
    if (request.url === '/readyz')
      return answer(response, isDraining ? 503 : 200, isDraining ? 'draining' : 'ready')
    if (!METHODS.includes(request.method ?? ''))
      return answer(response, 405, 'This method is not answered here.')
    if ((request.url?.length ?? 0) > URL_MAX_LENGTH) return answer(response, 414, 'This address is too long.')
    if (!isReadablePath(request.url)) return answer(response, 400, 'This address cannot be read.')
    if (tenantHost(hostHeader(request), config) === undefined) return void misdirect(response)

    const isHttps = isTrusted(request) && request.headers['x-forwarded-proto'] === 'https'
    request.headers = withoutForwardedHeaders(request)
    files(request, response, () => {
      void render(request, response, () => answer(response, 404, 'Not found.'), { isHttps })
    })
  }

  return {
    handle,
    /** Readiness says no from here on, and connections are not kept. */
    beginDrain: () => {
      isDraining = true
    },
  }

  function isTrusted(request: IncomingMessage): boolean {
    return config.trustedProxies.includes(request.socket.remoteAddress ?? '')
  }
}

function withoutForwardedHeaders({ headers }: IncomingMessage): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !FORWARDED.test(name)))
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
  })
  response.end(`${text}\n`)
}

async function misdirect(response: ServerResponse): Promise<void> {
  const page = misdirectedResponse()
  response.writeHead(page.status, Object.fromEntries(page.headers))
  response.end(await page.text())
}

/** `undefined` when the request carries no Host, or more than one: Node would silently take the first. */
function hostHeader(request: IncomingMessage): string | undefined {
  const hosts = request.rawHeaders.filter(
    (_, index, raw) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === 'host',
  )
  return hosts.length === 1 ? hosts[0] : undefined
}

function isReadablePath(url: string | undefined): boolean {
  if (!url?.startsWith('/')) return false
  try {
    decodeURIComponent(url.split('?')[0] ?? '')
    return true
  } catch {
    return false
  }
}

/** Built files carry their content's hash in the name. */
function cacheControl(path: string): string {
  return path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}
