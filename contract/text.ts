/**
 * Invisible characters with an effect: terminal controls, line ends and direction marks. Hindi needs the joiners U+200C
 * and U+200D, so they are not among them.
 */
const CONTROL_CHARACTER = /[\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u
const CONTROL_CHARACTERS = new RegExp(CONTROL_CHARACTER, 'gu')
/** The control characters that end a line. */
export const LINE_ENDS = '\n\r\u2028\u2029'
const LINE_END = new RegExp(`[${LINE_ENDS}]`)

export function hasControlCharacters(text: string): boolean {
  return CONTROL_CHARACTER.test(text)
}

/** Removes control characters, except those in `allowed`. */
export function removeControlCharacters(text: string, allowed = ''): string {
  return text.replace(CONTROL_CHARACTERS, (character) => (allowed.includes(character) ? character : ''))
}

/** Replaces each control character, such as a tab between two words by a space. */
export function replaceControlCharacters(text: string, replacement: string): string {
  return text.replace(CONTROL_CHARACTERS, () => replacement)
}

/** Joins the lines of a text by commas, without surrounding whitespace. */
export function joinLines(text: string): string {
  return text
    .split(LINE_END)
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((line) => line !== '')
    .join(', ')
}

/** Returns the text with its first letter in upper case. */
export function capitalize(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}

/** Escapes control characters as `\u202e`, which JSON can parse, except those in `allowed`. */
export function escapeControlCharacters(text: string, allowed = ''): string {
  return text.replace(CONTROL_CHARACTERS, (character) =>
    allowed.includes(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Company details that a policy can include by a placeholder. docs/requirements.md#218-policy-pages */
export type PlaceholderKey = 'name' | 'address' | 'email' | 'phone' | 'logoUrl'

/** Characters between two words of a placeholder; editors often write a space as `&nbsp;`. */
const GAP = '(?:[\\s_.-]|&nbsp;){0,3}'
const PREFIX = `(?:company${GAP})?`

/** The word that identifies the value, and the name of the placeholder; `e-mail address` before `address`. */
const PLACEHOLDERS: { key: PlaceholderKey; word: RegExp; name: string }[] = [
  { key: 'email', word: /mail/i, name: `${PREFIX}e-?mail(?:${GAP}(?:address|id))?` },
  { key: 'phone', word: /phone/i, name: `${PREFIX}phone(?:${GAP}number)?` },
  { key: 'logoUrl', word: /logo/i, name: `${PREFIX}logo(?:${GAP}url)?` },
  { key: 'address', word: /address/i, name: `${PREFIX}address` },
  { key: 'name', word: /name/i, name: `company${GAP}name` },
]
const NAME = `${GAP}(?:${PLACEHOLDERS.map(({ name }) => name).join('|')})${GAP}`
const PLACEHOLDER = new RegExp(`\\{\\{${NAME}\\}\\}|\\{${NAME}\\}|\\[${NAME}\\]`, 'gi')

/**
 * Replaces each placeholder by `valueOf` its key, without searching the values for placeholders.
 * docs/requirements.md#1013-policy-placeholders
 */
export function replacePlaceholders(html: string, valueOf: (key: PlaceholderKey) => string): string {
  return html.replace(PLACEHOLDER, (placeholder) => {
    const meant = PLACEHOLDERS.find(({ word }) => word.test(placeholder))
    return meant ? valueOf(meant.key) : placeholder
  })
}

/** Formats a count: `3 products`, `1 product`; thousands are grouped as in India. */
export function count(quantity: number, singular: string, plural = `${singular}s`): string {
  return `${quantity.toLocaleString('en-IN')} ${quantity === 1 ? singular : plural}`
}
