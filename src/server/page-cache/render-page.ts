import type { IncomingMessage } from 'node:http'

import inject from 'light-my-request'

import type { Render, RenderLocals } from '../entry.ts'
import { logMissingPath } from '../missing-path.ts'
import type { Shop } from '../upstream.ts'
import { narrowPolicy } from './narrow-policy.ts'
import { readKey } from './page-key.ts'
import { toRenderedPage, type RawPage, type RenderedPage } from './rendered-page.ts'

/**
 * Renders a shared page by a request of our own making: no cookie, no header but Host, and of the query only what the
 * key holds. What the renderer can't see, it can't leak into a page that others get. design §5
 */
export async function renderSharedPage(
  render: Render,
  { host }: Shop,
  key: string,
  locals: RenderLocals,
  options: { sendsTags: boolean },
): Promise<RenderedPage> {
  const { url, language } = readKey(key)
  const raw = await renderRaw(render, url, { host }, { ...locals, chosenLanguage: language })
  return toRenderedPage(raw, Date.now(), { ...options, isOwn: language !== undefined })
}

/** Renders a page for the shopper who asks for it, to be kept by nobody; `preloads` names the modules of its islands. */
export async function renderPrivatePage(
  render: Render,
  { url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  locals: RenderLocals,
  preloads: (html: string) => string | undefined,
): Promise<RenderedPage> {
  const raw = await renderRaw(render, url, headers, locals)
  return toRenderedPage(
    { ...raw, headers: { ...raw.headers, link: preloads(raw.body.toString()) } },
    Date.now(),
    { isOwn: locals.chosenLanguage !== undefined },
  )
}

async function renderRaw(
  render: Render,
  url: string,
  headers: IncomingMessage['headers'],
  locals: RenderLocals,
): Promise<RawPage> {
  const answer = await inject(
    (request, response) => {
      void render(request, response, showMissing, locals)

      /** No route reads some paths, such as one with a line break. §2 404 page */
      function showMissing(): void {
        logMissingPath(url)
        request.url = '/404'
        void render(request, response, () => response.writeHead(404).end(), locals)
      }
    },
    { method: 'GET', url, headers },
  )
  const { statusCode: status, headers: answered, rawPayload: body } = answer
  const policy = answered['content-security-policy']
  if (typeof policy === 'string') {
    answered['content-security-policy'] = narrowPolicy(policy, body.toString())
  }
  return { status, headers: answered, body }
}
