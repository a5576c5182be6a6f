import { escapeUTF8 } from 'entities/escape'

/** Characters that are invalid in XML 1.0. */
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** Escapes text for XML content or attributes and removes invalid characters. */
export function escapeXml(text: string): string {
  return escapeUTF8(text.toWellFormed().replace(UNWRITABLE, ''))
}
