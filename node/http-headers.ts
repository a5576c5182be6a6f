import { createHash } from 'node:crypto'

/** An encoding of response bodies. */
export type Encoding = 'br' | 'gzip' | 'identity'

const ETAG_LENGTH = 22

/** Matches the encoding's name unless `q=0` refuses it; other weights are ignored. */
const ACCEPTS = {
  br: /(?:^|[\s,])br(?![\w-]|\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
  gzip: /(?:^|[\s,])gzip(?![\w-]|\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
}

/** Creates a strong entity tag for these bytes. */
export function createEtag(bytes: Uint8Array | string): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, ETAG_LENGTH)}"`
}

/** True when `If-None-Match` names the entity tag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = etag.replace(/^W\//, '')
  return (
    ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque)
  )
}

/** True when `Accept-Encoding` contains an encoding. */
export function acceptsEncoding(
  header: string | string[] | undefined,
  encoding: keyof typeof ACCEPTS,
): boolean {
  return ACCEPTS[encoding].test(String(header ?? ''))
}

/** Returns the smallest supported encoding of an `Accept-Encoding`. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  if (acceptsEncoding(header, 'br')) return 'br'
  return acceptsEncoding(header, 'gzip') ? 'gzip' : 'identity'
}
