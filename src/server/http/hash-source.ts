import { createHash } from 'node:crypto'

/**
 * Returns the source of a content security policy that allows an inline script or style with this text, in its quotation
 * marks. `latin1` is for text with one character per byte.
 */
export function hashSource(text: string, encoding: 'utf8' | 'latin1' = 'utf8'): string {
  return `'sha256-${createHash('sha256').update(text, encoding).digest('base64')}'`
}
