import { cleanMarkup, type MarkupRules } from '../../src/lib/schemas/clean-markup.ts'
import { cleanText } from './text.ts'

const TAG = /<\/?[a-z][^>]*>/i

const DESCRIPTION: MarkupRules = {
  tags: ['p', 'br', 'ul', 'ol', 'li', 'strong', 'em', 'b', 'i', 'h3', 'h4'],
  nesting: 20,
  renames: new Map([
    ['h1', 'h3'],
    ['h2', 'h3'],
    ['h5', 'h4'],
    ['h6', 'h4'],
    ['div', 'p'],
  ]),
}

const NAMED_CHARACTERS = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

/**
 * A description as the shop stores it: HTML with a few harmless tags and no attributes, or, when the text carries no
 * tags, plain text with its character references resolved.
 */
export function cleanDescription(body: string): string {
  if (!TAG.test(body)) return cleanText(resolveCharacters(body))
  const tidy = cleanText(cleanMarkup(body, DESCRIPTION))
    .replace(/(<br>\s*){3,}/g, '<br><br>')
    .replace(/<(p|li|ul|ol|strong|em|b|i|h3|h4)>\s*<\/\1>/g, '')
    .trim()
  return TAG.test(tidy) ? tidy : cleanText(resolveCharacters(tidy))
}

function resolveCharacters(text: string): string {
  return text.replace(
    /&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w+));/gi,
    (reference, decimal, hexadecimal, name) => {
      if (name) return NAMED_CHARACTERS.get(String(name).toLowerCase()) ?? reference
      const code = decimal ? parseInt(decimal, 10) : parseInt(hexadecimal, 16)
      return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )
}
