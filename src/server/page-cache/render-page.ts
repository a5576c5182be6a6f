import type { IncomingMessage } from 'node:http'

import { logMissingPath } from '../missing-path.ts'
import type { Render, RenderLocals } from '../of-shop.ts'
import type { Shop } from '../upstream.ts'
import { delayScripts } from './late-scripts.ts'
import { readKey } from './page-key.ts'
import { toRenderedPage, type RawPage, type RenderedPage } from './rendered-page.ts'
import { workShare } from './work-share.ts'

/** Above this share of its time at work a process makes pages with less of it: shoppers wait for one another. */
const HURRIED_SHARE = 0.8

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
  const isOwn = language !== undefined
  return toRenderedPage(raw, Date.now(), { ...options, isOwn, isHurried: isHurried() })
}

/** Renders a page for the shopper who asks for it, to be kept by nobody; `preloads` names the modules of its islands. */
export async function renderPrivatePage(
  render: Render,
  { url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  locals: RenderLocals,
  preloads: (html: string) => string | undefined,
): Promise<RenderedPage> {
  const raw = await renderRaw(render, url, headers, locals)
  const links = preloads(raw.html)
  if (links !== undefined) raw.headers.set('link', links)
  const isOwn = locals.chosenLanguage !== undefined
  return toRenderedPage(raw, Date.now(), { isOwn, isHurried: isHurried() })
}

async function renderRaw(
  render: Render,
  url: string,
  headers: IncomingMessage['headers'],
  locals: RenderLocals,
): Promise<RawPage> {
  const answer = (await render(toRequest(url, headers), locals)) ?? (await renderMissing())
  return {
    status: answer.status,
    headers: new Headers(answer.headers),
    html: delayScripts(await readLatin1(answer)),
  }

  /** No route reads some paths, such as one with a line break. §2 404 page */
  async function renderMissing(): Promise<Response> {
    logMissingPath(url)
    return (await render(toRequest('/404', headers), locals)) ?? new Response(null, { status: 404 })
  }
}

/** Chunk by chunk: `arrayBuffer` would copy them once more. */
async function readLatin1({ body }: Response): Promise<string> {
  let text = ''
  for await (const { buffer, byteOffset, length } of body ?? [])
    text += Buffer.from(buffer, byteOffset, length).toString('latin1')
  return text
}

function toRequest(url: string, headers: IncomingMessage['headers']): Request {
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Request(`http://${headers.host}${url}`, { headers: pairs })
}

function isHurried(): boolean {
  return workShare() > HURRIED_SHARE
}
