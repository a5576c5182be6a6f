import type { IncomingMessage } from 'node:http'

import type { CachePolicy } from '../cache/cache-policy.ts'
import { logMissingPath } from '../observability/log.ts'
import type { Rendered } from '../page-cache/cache-entry.ts'
import { delayScripts } from './page-scripts.ts'

/** Locals that the HTTP entry hands to a page, and those that the page hands back. */
export interface RenderLocals extends Pick<
  App.Locals,
  'shopContext' | 'chosenLanguage' | 'isLanguageAddressed' | 'isMarkdown' | 'requestedListing'
> {
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
export async function renderPage(render: Render, { url, headers, locals }: PageRequest): Promise<Rendered> {
  const response = (await render(toRequest(url, headers), locals)) ?? (await renderMissing())
  return {
    status: response.status,
    headers: new Headers(response.headers),
    html: delayScripts(Buffer.from(await response.arrayBuffer()).toString('latin1')),
    policy: locals.cachePolicy,
    isIncomplete: locals.isIncomplete === true,
  }

  async function renderMissing(): Promise<Response> {
    logMissingPath(url)
    return (await render(toRequest('/404', headers), locals)) ?? new Response(null, { status: 404 })
  }
}

function toRequest(url: string, headers: IncomingMessage['headers']): Request {
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Request(`http://${headers.host}${url}`, { headers: pairs })
}
