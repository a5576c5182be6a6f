import { DESCRIPTION_MAX_LENGTH } from '../../src/lib/constants.ts'
import {
  cleanMarkup,
  isHtml,
  MARKUP_MAX_LENGTH,
  resolveReferences,
  type MarkupRules,
} from '../../src/lib/schemas/clean-markup.ts'
import { cleanText } from './text.ts'

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

/** White space is no control character: `cleanText` makes spaces of it. */
const CONTROL_CHARACTERS = /[\0-\x08\x0e-\x1f\x7f]/g

/**
 * A description as the shop stores it: HTML with a few harmless tags and no attributes, or, when the text has no tags,
 * plain text with its character references resolved. What is too long stays so, for `problemsOf` to refuse.
 */
export function cleanDescription(body: string): string {
  const hasTags = isHtml(body)
  if (body.length > (hasTags ? MARKUP_MAX_LENGTH : DESCRIPTION_MAX_LENGTH)) return body
  if (!hasTags) return cleanText(resolveReferences(body).replace(CONTROL_CHARACTERS, ''))
  const tidy = cleanText(cleanMarkup(body, DESCRIPTION))
    .replace(/(?:<br>\s?){3,}/g, '<br><br>')
    .replace(/<(p|li|ul|ol|strong|em|b|i|h3|h4)>\s?<\/\1>/g, '')
    .trim()
  return isHtml(tidy) || tidy.length > DESCRIPTION_MAX_LENGTH ? tidy : cleanText(resolveReferences(tidy))
}
