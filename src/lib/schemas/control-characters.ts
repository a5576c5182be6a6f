/**
 * Characters that act instead of being seen: controls of a terminal, ends of a line, and marks that turn the direction of
 * the text around them. Joiners (U+200C, U+200D) are not among them: Hindi is written with them.
 */
const CONTROL = /[\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u
const CONTROLS = new RegExp(CONTROL, 'gu')

export function hasControlCharacters(text: string): boolean {
  return CONTROL.test(text)
}

/** Takes them out; those of `kept` stay. */
export function removeControlCharacters(text: string, kept = ''): string {
  return text.replace(CONTROLS, (character) => (kept.includes(character) ? character : ''))
}

/** The lines of a text as one, without blanks around and with commas between. */
export function joinLines(text: string): string {
  return text
    .split(/[\n\r\u2028\u2029]/)
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((line) => line !== '')
    .join(', ')
}

/** Each as `\u202e`, which JSON also reads; those of `kept` stay. */
export function escapeControlCharacters(text: string, kept = ''): string {
  return text.replace(CONTROLS, (character) =>
    kept.includes(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
