import inject from 'light-my-request'

import type { Render, RenderLocals } from '../entry.ts'
import type { Shop } from '../upstream.ts'
import { toRenderedPage, type RenderedPage } from './rendered-page.ts'

/**
 * Renders a shared page by a request of our own making: no cookie, no header but Host, and of the query only what the
 * key holds. What the renderer can't see, it can't leak into a page that others get. design §5
 */
export async function renderSharedPage(
  render: Render,
  shop: Shop,
  key: string,
  locals: RenderLocals,
): Promise<RenderedPage> {
  const answer = await inject(
    (request, response) => {
      void render(request, response, () => response.writeHead(404).end(), locals)
    },
    { method: 'GET', url: key, authority: shop.host, headers: { host: shop.host } },
  )
  return toRenderedPage(
    { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload },
    Date.now(),
  )
}
