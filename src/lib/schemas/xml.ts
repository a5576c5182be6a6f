import { escapeUTF8 } from 'entities/escape'

/** Characters that XML 1.0 cannot hold. */
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** A text as XML content or attribute; characters that no XML may hold are left out. */
export function escapeXml(text: string): string {
  return escapeUTF8(text.toWellFormed().replace(UNWRITABLE, ''))
}
