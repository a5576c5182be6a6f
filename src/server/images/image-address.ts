import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { LRUCache } from 'lru-cache'

import { PICTURE_WIDTHS } from '../../lib/catalogue/pictures.ts'
import type { AddressOfWidth, FixedShape, PictureWidth } from '../../lib/catalogue/pictures.ts'

/** Path prefix of converted pictures. */
export const IMAGE_PREFIX = '/_img/'

const SIGNATURE_LENGTH = 16
/** Cached signatures of pictures on pages; listings show the same products again. */
const SIGNATURES_MAX = 2000
/** Leaves room for the prefix below the longest address that the storefront accepts. */
const SOURCE_MAX_LENGTH = 4000
const ADDRESS = /^\/_img\/([a-z\d-]{3,15})\/([\w-]{16})\/([^?]+)$/
/** A picture of the shop's own API at 160 px: src/lib/catalogue/small-picture.ts. No call of the API, and no query. */
const SMALL = /^\/_img\/small(\/(?!api\/)[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)$/
const FIXED_SHAPE = /^(?:share|icon-(?:180|192|512)|mask-(?:180|192|512)-[\da-f]{6})$/
/** A path that no proxy rewrites: no dot segments, no empty ones, nothing percent-encoded. */
const PLAIN = /^(?:https:\/)?\/[\w-][\w.-]*(?:\/[\w-][\w.-]*)*(?:\?[\w.=&-]+)?$/
const ELSEWHERE = '~'
const ENCODED = '~~'
const SECRET_FILE = 'secret'
const SECRET_BYTES = 32

export interface WantedImage {
  shape: PictureWidth | FixedShape
  /** A path with its query at the shop's own API, or an absolute address elsewhere. */
  source: string
}

/**
 * Addresses such as `/_img/320/<signature>/media/kurta.webp`. The signature covers the shop and the source, so only
 * pictures that the shop's own pages name are ever fetched, and none for another shop; in 160 px also others of the shop's
 * own API, without a signature. To keep pages small, a plain source is written unchanged, with `~` for its question mark
 * and for `https://`; any other as base64url after `~~`.
 */
export function createImageAddresses(secret: string) {
  const signatures = new LRUCache<string, string>({ max: SIGNATURES_MAX, memoMethod: sign })

  function sign(text: string): string {
    return createHmac('sha256', secret).update(text).digest('base64url').slice(0, SIGNATURE_LENGTH)
  }

  return {
    /** Returns the address of a source by width; `undefined` for a source that is too long for an address. */
    write(host: string, source: string): AddressOfWidth | undefined {
      const part = toPart(source)
      if (part.length > SOURCE_MAX_LENGTH) return undefined
      const tail = `/${signatures.memo(`${host}\n${part}`)}/${part}`
      return (width) => `/_img/${width}${tail}`
    },

    /** Returns the address in a fixed shape, signed with it: clients cannot request pictures in a thousand colours. */
    writeFixed(host: string, source: string, shape: FixedShape): string | undefined {
      const part = toPart(source)
      if (part.length > SOURCE_MAX_LENGTH) return undefined
      return `/_img/${shape}/${signatures.memo(`${host}\n${shape}\n${part}`)}/${part}`
    },

    /** Returns the picture of an address; `undefined` for one that this shop's pages never named. */
    read(host: string, url: string): WantedImage | undefined {
      const [, small] = SMALL.exec(url) ?? []
      if (small !== undefined) return { shape: 160, source: small }
      const [, name = '', signature = '', part = ''] = ADDRESS.exec(url) ?? []
      const shape = readShape(name)
      if (shape === undefined) return undefined
      const signed = typeof shape === 'number' ? part : `${shape}\n${part}`
      if (!timingSafeEqual(Buffer.from(signature), Buffer.from(sign(`${host}\n${signed}`)))) return undefined
      return { shape, source: toSource(part) }
    },
  }
}

/**
 * Returns the secret that signs picture addresses when the environment has none. Creates it once in the directory, so
 * that restarts and other processes read the same one and pages in other caches stay valid.
 * @throws {Error} the directory cannot be written; the message names the variable to set
 */
export function readOrCreateSecret(directory: string): string {
  try {
    mkdirSync(directory, { recursive: true })
    return readSecret(directory) ?? createSecret(directory)
  } catch (cause) {
    throw new Error(
      `Pictures cannot be stored in ${directory}. Set IMAGE_CACHE_DIR to a directory that can be written.`,
      { cause },
    )
  }
}

function readShape(name: string): PictureWidth | FixedShape | undefined {
  if (isFixedShape(name)) return name
  return PICTURE_WIDTHS.find((width) => String(width) === name)
}

function isFixedShape(name: string): name is FixedShape {
  return FIXED_SHAPE.test(name)
}

function toPart(source: string): string {
  if (!PLAIN.test(source)) return ENCODED + Buffer.from(source).toString('base64url')
  const part = source.replace('?', '~')
  return part.startsWith('/') ? part.slice(1) : part.replace('https://', ELSEWHERE)
}

function toSource(part: string): string {
  if (part.startsWith(ENCODED)) return Buffer.from(part.slice(ENCODED.length), 'base64url').toString()
  if (part.startsWith(ELSEWHERE)) return `https://${part.slice(ELSEWHERE.length).replace('~', '?')}`
  return `/${part.replace('~', '?')}`
}

/** `linkSync` creates a complete file or fails: a second process reads the secret of the first. */
function createSecret(directory: string): string {
  const temporary = join(directory, `${SECRET_FILE}.${randomUUID()}`)
  writeFileSync(temporary, randomBytes(SECRET_BYTES).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(temporary, join(directory, SECRET_FILE))
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(temporary)
  }
  return readFileSync(join(directory, SECRET_FILE), 'utf8')
}

function readSecret(directory: string): string | undefined {
  try {
    return readFileSync(join(directory, SECRET_FILE), 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
