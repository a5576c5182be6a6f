import type { IncomingHttpHeaders } from 'node:http'

import type { ImageFormat, Variant } from './convert.ts'

/** Request headers that the response depends on. */
export const VARY = 'Accept, Save-Data'

/** The smallest format that the browser accepts, in lower quality with `Save-Data`. */
export function chooseVariant(headers: IncomingHttpHeaders): Variant {
  const { accept = '' } = headers
  return { format: chooseFormat(accept), isSaver: headers['save-data'] === 'on' }
}

/** Share cards are JPEG and icons PNG for every client: some take no newer formats or do not say what they take. */
export function fixedFormat(url: string): ImageFormat | undefined {
  if (url.startsWith('/_img/share/')) return 'jpeg'
  return /^\/_img\/(?:icon|mask)-/.test(url) ? 'png' : undefined
}

function chooseFormat(accept: string): ImageFormat {
  if (takes(accept, 'image/avif')) return 'avif'
  return takes(accept, 'image/webp') ? 'webp' : 'jpeg'
}

/** Named and not refused by `q=0`. A wildcard is no promise that a browser shows a format. */
function takes(accept: string, type: string): boolean {
  const at = accept.indexOf(type)
  if (at < 0) return false
  return !/^\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(accept.slice(at + type.length))
}
