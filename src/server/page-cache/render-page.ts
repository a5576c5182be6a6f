import type { IncomingMessage } from 'node:http'

import inject from 'light-my-request'

import type { Render, RenderLocals } from '../entry.ts'
import type { Shop } from '../upstream.ts'
import { toRenderedPage, type RenderedPage } from './rendered-page.ts'

/**
 * Renders a shared page by a request of our own making: no cookie, no header but Host, and of the query only what the
 * key holds. What the renderer can't see, it can't leak into a page that others get. design §5
 */
export function renderSharedPage(
  render: Render,
  { host }: Shop,
  key: string,
  locals: RenderLocals,
): Promise<RenderedPage> {
  return renderPage(render, key, { host }, locals)
}

/** Renders a page for the shopper who asks for it, to be kept by nobody. */
export function renderPrivatePage(
  render: Render,
  { url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  locals: RenderLocals,
): Promise<RenderedPage> {
  return renderPage(render, url, headers, locals)
}

async function renderPage(
  render: Render,
  url: string,
  headers: IncomingMessage['headers'],
  locals: RenderLocals,
): Promise<RenderedPage> {
  const answer = await inject(
    (request, response) => {
      void render(request, response, () => response.writeHead(404).end(), locals)
    },
    { method: 'GET', url, headers },
  )
  return toRenderedPage(
    { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload },
    Date.now(),
  )
}
