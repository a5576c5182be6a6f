import type { IncomingMessage, ServerResponse } from 'node:http'

import { localRedirect } from '@tanabana/contract/local-redirect.ts'
import { previewExpiry } from '@tanabana/contract/preview.ts'
import { safeReturnPath } from '../../lib/auth/return-path.ts'
import { StatusError } from '../../lib/api-client/errors.ts'
import { fetchPreview } from '../../lib/api-client/store-info.ts'
import { hostHeader, isRead } from '../http/requests.ts'
import { sendBusy, sendEndedPreview, sendMethodNotAllowed, sendRedirect } from '../http/responses.ts'
import type { Shop } from '../http/tenancy.ts'
import type { Preview, ShopContext } from '../rendering/shop-context.ts'
import { findStore } from '../upstream/page-data.ts'
import { openClients } from '../upstream/upstream.ts'

/** Address of preview links, followed by their token. */
const PREVIEW_PREFIX = '/_preview/'
/** Target of the preview bar's form. */
export const LEAVE_PREVIEW_PATH = '/_preview/leave'
const COOKIE_NAME = 'preview'
const COOKIE = new RegExp(`(?:^|;\\s*)${COOKIE_NAME}=([\\w.-]{1,100})(?:;|$)`)
/** The store API has no such preview, or no such shop. Any other refusal is a failure, so that no draft ends by it. */
const ENDED_STATUSES = [404, 410, 421]

/** What a token shows. */
export type FoundPreview =
  | { status: 'ready'; preview: Preview }
  /** The link has ended, or the shop shows no previews. */
  | { status: 'ended' }
  /** The store API failed. */
  | { status: 'failed' }

/** The token of a request's preview that has not ended by itself; its signature is the store API's to verify. */
export function previewToken(cookies: string | undefined): string | undefined {
  if (!cookies?.includes(`${COOKIE_NAME}=`)) return undefined
  const token = COOKIE.exec(cookies)?.[1]
  return token !== undefined && (previewExpiry(token) ?? 0) > Date.now() ? token : undefined
}

/** True for the address of a preview link, and of the form that leaves a preview. */
export function isPreviewAddress(url: string): boolean {
  return url.startsWith(PREVIEW_PREFIX)
}

export type Previews = ReturnType<typeof createPreviews>

/** Opens previews by links that the store API has signed. SECURITY.md#preview-links */
export function createPreviews(openContext: (shop: Shop) => ShopContext) {
  /** Asks the store API for the draft that a token shows. */
  async function find(shop: Shop, token: string): Promise<FoundPreview> {
    const endsAt = previewExpiry(token)
    if (endsAt === undefined || endsAt <= Date.now()) return { status: 'ended' }
    const { page, catalogue } = openClients(openContext(shop))
    const found = await findStore(page)
    if (found.status === 'failed') return { status: 'failed' }
    if (found.status === 'unknown' || !found.store.capabilities.includes('preview'))
      return { status: 'ended' }
    try {
      const store = await fetchPreview(catalogue, token)
      return { status: 'ready', preview: { store, endsAt: new Date(endsAt) } }
    } catch (error) {
      const hasEnded = error instanceof StatusError && ENDED_STATUSES.includes(error.status)
      return { status: hasEnded ? 'ended' : 'failed' }
    }
  }

  /** Opens a preview for this browser, or leaves it. */
  async function handle(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? ''
    response.setHeader('x-robots-tag', 'noindex')
    if (url === LEAVE_PREVIEW_PATH) {
      if (request.method === 'POST') setCookie(shop, response, '', 0, pathOf(request))
      else sendMethodNotAllowed(response, ['POST'])
      return
    }
    if (!isRead(request)) {
      sendMethodNotAllowed(response, ['GET', 'HEAD'])
      return
    }
    const { pathname, searchParams } = new URL(url, 'http://shop.invalid')
    const token = pathname.slice(PREVIEW_PREFIX.length)
    const found = await find(shop, token)
    if (found.status === 'failed') return sendBusy(response)
    if (found.status === 'ended') return sendEndedPreview(response)
    const seconds = Math.floor((found.preview.endsAt.getTime() - Date.now()) / 1000)
    setCookie(shop, response, token, seconds, safeReturnPath(searchParams.get('to')))
  }

  return { find, handle }
}

function setCookie(
  { protocol }: Shop,
  response: ServerResponse,
  token: string,
  seconds: number,
  path: string,
): void {
  const secure = protocol === 'https:' ? '; Secure' : ''
  const attributes = `Path=/; Max-Age=${seconds}; SameSite=Lax; HttpOnly${secure}`
  response.setHeader('set-cookie', `${COOKIE_NAME}=${token}; ${attributes}`)
  // Pages of the other state that the browser holds.
  response.setHeader('clear-site-data', '"cache", "prefetchCache", "prerenderCache"')
  sendRedirect(response, localRedirect(path, 303))
}

/** The page with the form, where it is of this host. */
function pathOf(request: IncomingMessage): string {
  const referer = URL.parse(request.headers.referer ?? '')
  return referer && referer.host === hostHeader(request)
    ? safeReturnPath(referer.pathname + referer.search)
    : '/'
}
