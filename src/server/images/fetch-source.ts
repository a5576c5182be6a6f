import { createHttpCaller, TooLargeError } from '../http-caller.ts'
import { lookupShop, type ShopApi } from '../upstream.ts'
import { ImageError } from './image-error.ts'
import { isClosedAddress, lookupPublic } from './public-lookup.ts'

const MAX_BYTES = 15 * 1024 * 1024
const DEADLINE_MS = 5000
const ACCEPT = 'image/webp, image/jpeg, image/png, image/*;q=0.5'

const limits = { connections: 8, idleMs: 10_000, maxBytes: MAX_BYTES }

/** To the shop's own API, wherever it is. */
const callOwn = createHttpCaller({ ...limits, lookup: lookupShop })

/** To anybody else: the public internet alone. */
const callPublic = createHttpCaller({ ...limits, lookup: lookupPublic })

/**
 * The bytes of a picture's source: a path at the shop's API, or an http(s) address on the public internet. Redirects
 * are not followed.
 * @throws {ImageError} 404 when there is none or it may not be asked, 502 when it fails, is late or too large
 */
export async function fetchSource(source: string, api: ShopApi): Promise<Buffer> {
  const isOwn = source.startsWith('/')
  if (!isOwn && !isAskable(source)) throw new ImageError(404, 'its address is not on the public internet')
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const headers = { accept: ACCEPT }
    const { status, body } = isOwn
      ? await callOwn(api.origin + source, { headers: { ...headers, host: api.host }, signal })
      : await callPublic(source, { headers, signal })
    if (status === 200) return body
    throw failedAnswer(status)
  } catch (error) {
    throw toImageError(error)
  }
}

function isAskable(source: string): boolean {
  if (!URL.canParse(source)) return false
  const { protocol, hostname } = new URL(source)
  return ['http:', 'https:'].includes(protocol) && !isClosedAddress(hostname)
}

function failedAnswer(status: number): ImageError {
  if (status === 404 || status === 410) return new ImageError(404, 'there is none at its source')
  return new ImageError(502, `its source answered ${status}`)
}

function toImageError(error: unknown): ImageError {
  if (error instanceof ImageError) return error
  if (error instanceof TooLargeError) return tooLarge()
  return new ImageError(502, `its source failed: ${error instanceof Error ? error.message : String(error)}`)
}

function tooLarge(): ImageError {
  return new ImageError(502, `its source is larger than ${MAX_BYTES / 1024 / 1024} MB`)
}
