import { decodeHTML } from 'entities'
import type { Parents, RootContent } from 'hast'

import { DESCRIPTION_MAX_LENGTH } from '@tanabana/contract/constants.ts'
import {
  HTML_MAX_LENGTH,
  isHtml,
  sanitizeHtml,
  writeHtml,
  type HtmlRules,
} from '@tanabana/contract/sanitize-html.ts'
import { cleanText, collapseSpaces } from '../../tables/clean-text.ts'

const RENAMED: Record<string, string> = { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', div: 'p' }
const DESCRIPTION: HtmlRules = {
  schema: {
    tagNames: ['p', 'br', 'ul', 'ol', 'li', 'strong', 'em', 'b', 'i', 'h3', 'h4', ...Object.keys(RENAMED)],
  },
  adapt: tidy,
}
const BREAKS_MAX = 2

/**
 * Converts a description for storage: HTML with a few harmless tags and no attributes, or, without tags, plain text
 * with its character references resolved. Overlong texts stay overlong, for `problemsOf` to refuse; `undefined` for
 * HTML that cannot be cleaned.
 */
export function cleanDescription(body: string): string | undefined {
  const hasTags = isHtml(body)
  if (body.length > (hasTags ? HTML_MAX_LENGTH : DESCRIPTION_MAX_LENGTH)) return body
  if (!hasTags) return cleanText(decodeHTML(body))
  const tree = sanitizeHtml(body, DESCRIPTION)
  if (!tree) return undefined
  const html = writeHtml(tree).trim()
  return isHtml(html) ? html : cleanText(decodeHTML(html))
}

/** Collapses white space, renames headings and blocks, and drops empty elements and repeated line breaks. */
function tidy(parent: Parents): void {
  const kept: RootContent[] = []
  let breaks = 0
  for (const child of parent.children) {
    if (child.type === 'text') child.value = collapseSpaces(child.value)
    const isBreak = child.type === 'element' && child.tagName === 'br'
    if (child.type === 'element' && !isBreak) {
      child.tagName = RENAMED[child.tagName] ?? child.tagName
      tidy(child)
      if (child.children.every(isBlank)) continue
    }
    if (breaks > 0 && isBlank(child)) continue
    breaks = isBreak ? breaks + 1 : 0
    if (breaks <= BREAKS_MAX) kept.push(child)
  }
  parent.children = kept
}

function isBlank(node: RootContent): boolean {
  return node.type === 'text' && node.value.trim() === ''
}
