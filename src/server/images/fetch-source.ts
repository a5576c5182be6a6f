import { lookup } from 'node:dns'

import { Agent, errors, request } from 'undici'

import { isLocalHost } from '../../lib/store-api/address.ts'
import type { ShopApi } from '../upstream.ts'
import { ImageError } from './image-error.ts'
import { isClosedAddress, lookupPublic } from './public-lookup.ts'

const MAX_BYTES = 15 * 1024 * 1024
const DEADLINE_MS = 5000
const ACCEPT = 'image/webp, image/jpeg, image/png, image/*;q=0.5'

const limits = { connections: 8, keepAliveTimeout: 10_000, maxResponseSize: MAX_BYTES }

/** To the shop's own API, wherever it is. Names below localhost are this machine by definition (RFC 6761). */
const ownAgent = new Agent({
  ...limits,
  connect: {
    timeout: DEADLINE_MS,
    lookup: (hostname, options, callback) =>
      lookup(isLocalHost(hostname) ? 'localhost' : hostname, options, callback),
  },
})

/** To anybody else: the public internet alone. */
const publicAgent = new Agent({ ...limits, connect: { timeout: DEADLINE_MS, lookup: lookupPublic } })

/**
 * The bytes of a picture's source: a path at the shop's API, or an http(s) address on the public internet. Redirects
 * are not followed.
 * @throws {ImageError} 404 when there is none or it may not be asked, 502 when it fails, is late or too large
 */
export async function fetchSource(source: string, api: ShopApi): Promise<Buffer> {
  const isOwn = source.startsWith('/')
  if (!isOwn && !isAskable(source)) throw new ImageError(404, 'its address is not on the public internet')
  try {
    const { statusCode, headers, body } = await request(isOwn ? api.origin + source : source, {
      dispatcher: isOwn ? ownAgent : publicAgent,
      headers: { accept: ACCEPT, ...(isOwn && { host: api.host }) },
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    const isTooLarge = Number(headers['content-length'] ?? 0) > MAX_BYTES
    if (statusCode === 200 && !isTooLarge) return Buffer.from(await body.bytes())
    await body.dump()
    throw failedAnswer(statusCode)
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
  return status === 200 ? tooLarge() : new ImageError(502, `its source answered ${status}`)
}

function toImageError(error: unknown): ImageError {
  if (error instanceof ImageError) return error
  if (error instanceof errors.ResponseExceededMaxSizeError) return tooLarge()
  return new ImageError(502, `its source failed: ${error instanceof Error ? error.message : String(error)}`)
}

function tooLarge(): ImageError {
  return new ImageError(502, `its source is larger than ${MAX_BYTES / 1024 / 1024} MB`)
}
