import type { IncomingMessage } from 'node:http'

import type { CachePolicy } from '../cache/cache-policy.ts'
import { logMissingPath } from '../observability/log.ts'
import type { Rendered } from '../page-cache/cache-entry.ts'
import { delayScripts } from './page-scripts.ts'
import { withUsedHashes } from './used-hashes.ts'

const POLICY = 'content-security-policy'

/** Locals that the HTTP entry hands to a page, and those that the page hands back. */
export interface RenderLocals extends Pick<
  App.Locals,
  'shopContext' | 'chosenLanguage' | 'isLanguageAddressed' | 'isMarkdown' | 'requestedListing'
> {
  pagePolicies?: ReadonlyMap<string, string>
  cachePolicy?: CachePolicy | undefined
  isIncomplete?: boolean | undefined
}

/** Renders a page with Astro; `undefined` where no route matches the path. */
export type Render = (request: Request, locals: RenderLocals) => Promise<Response | undefined>

export interface PageRequest {
  url: string
  headers: IncomingMessage['headers']
  locals: RenderLocals
}

/** Renders a page with its cache policy, or the 404 page where no route matches the path, such as one with a line break. */
export async function renderPage(render: Render, request: PageRequest): Promise<Rendered> {
  const { url, locals } = request
  const response = (await render(toRequest(url, request.headers), locals)) ?? (await renderMissing())
  const headers = new Headers(response.headers)
  const html = Buffer.from(await response.arrayBuffer()).toString('latin1')
  const policy = headers.get(POLICY)
  if (policy) headers.set(POLICY, withUsedHashes(policy, html))
  return {
    status: response.status,
    headers,
    html: delayScripts(html),
    policy: locals.cachePolicy,
    isIncomplete: locals.isIncomplete === true,
  }

  async function renderMissing(): Promise<Response> {
    logMissingPath(url)
    return (await render(toRequest('/404', request.headers), locals)) ?? new Response(null, { status: 404 })
  }
}

function toRequest(url: string, headers: IncomingMessage['headers']): Request {
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Request(`http://${headers.host}${url}`, { headers: pairs })
}
