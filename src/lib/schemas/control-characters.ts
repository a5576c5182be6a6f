/**
 * Invisible characters with an effect: terminal controls, line ends and direction marks. Hindi needs the joiners U+200C
 * and U+200D, so they are not among them.
 */
const CONTROL = /[\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u
const CONTROLS = new RegExp(CONTROL, 'gu')

export function hasControlCharacters(text: string): boolean {
  return CONTROL.test(text)
}

/** Removes control characters, except those in `kept`. */
export function removeControlCharacters(text: string, kept = ''): string {
  return text.replace(CONTROLS, (character) => (kept.includes(character) ? character : ''))
}

/** Joins the lines of a text by commas, without surrounding whitespace. */
export function joinLines(text: string): string {
  return text
    .split(/[\n\r\u2028\u2029]/)
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((line) => line !== '')
    .join(', ')
}

/** Escapes control characters as `\u202e`, which JSON can parse, except those in `kept`. */
export function escapeControlCharacters(text: string, kept = ''): string {
  return text.replace(CONTROLS, (character) =>
    kept.includes(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
