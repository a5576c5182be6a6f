import type { IncomingMessage, ServerResponse } from 'node:http'

import { safeReturnPath } from '../../lib/auth/return-path.ts'
import { LANGUAGE_COOKIE } from '@tanabana/contract/constants.ts'
import { localRedirect } from '@tanabana/contract/local-redirect.ts'
import { LANGUAGE_PREFIX } from '@tanabana/contract/shop-paths.ts'
import { type Language, LANGUAGE_CODES, readLanguage } from '@tanabana/contract/store-info.ts'
import { sendRedirect, sendText } from './responses.ts'

/** Target of the footer's language form. */
export const LANGUAGE_PATH = '/language'

const CHOSEN = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([^;]*)`)
const YEAR_SECONDS = 365 * 24 * 60 * 60
const BODY_MAX_LENGTH = 100

/**
 * Splits an address such as `/hi/products` into the language of its prefix and the shop's own address, `/products`.
 * docs/requirements.md#1127-addresses-per-language
 */
export function splitLanguagePrefix(url: string): { url: string; language?: Language | undefined } {
  const prefix = LANGUAGE_PREFIX.exec(url)
  if (!prefix) return { url }
  const rest = url.slice(prefix[0].length)
  return { url: rest.startsWith('/') ? rest : `/${rest}`, language: readLanguage(prefix[1]) }
}

/** Returns the language that a shopper's cookies choose. */
export function chosenLanguage(cookies: string | undefined): Language | undefined {
  return cookies?.includes(LANGUAGE_COOKIE) ? readLanguage(CHOSEN.exec(cookies)?.[1]) : undefined
}

/** Makes a visit that begins at an address of a language go on in it, as scripts/inline/keep-language.js does. */
export function keepLanguage(
  response: ServerResponse,
  language: Language,
  { isHttps }: { isHttps: boolean },
): void {
  response.setHeader(
    'set-cookie',
    `${LANGUAGE_COOKIE}=${language}; Path=/; SameSite=Lax${isHttps ? '; Secure' : ''}`,
  )
}

/** True for a request of the language form. */
export function isLanguageChoice({ url, method }: IncomingMessage): boolean {
  return url === LANGUAGE_PATH && method === 'POST'
}

/** Stores the choice for a year and redirects to the page with the form, else home. */
export async function handleLanguageChoice(
  request: IncomingMessage,
  response: ServerResponse,
  { isHttps }: { isHttps: boolean },
): Promise<void> {
  const { host = '', origin = '', referer = '', 'sec-fetch-site': site } = request.headers
  // Browsers send the origin `null` for the form of a page without a referrer, by a policy or a privacy setting.
  const isSameOrigin = origin === 'null' ? site === 'same-origin' : isOf(host, origin)
  if (!isSameOrigin) {
    sendText(response, 403, 'Only the shop itself sets its language.')
    return
  }
  const language = readLanguage(new URLSearchParams(await readBody(request)).get('language'))
  if (!language) {
    sendText(response, 400, `Send ${LANGUAGE_CODES.map((code) => `language=${code}`).join(' or ')}.`)
    return
  }
  const attributes = `Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax; HttpOnly${isHttps ? '; Secure' : ''}`
  response.setHeader('set-cookie', `${LANGUAGE_COOKIE}=${language}; ${attributes}`)
  // Cached and prefetched pages are in the other language; `stale-while-revalidate` would show them once more.
  response.setHeader('clear-site-data', '"cache", "prefetchCache", "prerenderCache"')
  sendRedirect(response, localRedirect(isOf(host, referer) ? returnPath(referer) : '/', 303))
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) if (text.length <= BODY_MAX_LENGTH) text += String(chunk)
  return text.slice(0, BODY_MAX_LENGTH)
}

/** True for an address of this host, with or without its port. */
function isOf(host: string, address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host: named } = new URL(address)
  const own = `${protocol}//${host}`
  return URL.canParse(own) && new URL(own).host === named
}

/** The page with the form, without the prefix that fixes its language. */
function returnPath(address: string): string {
  const { pathname, search } = new URL(address)
  return safeReturnPath(splitLanguagePrefix(pathname + search).url)
}
