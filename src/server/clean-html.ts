import { cleanMarkup, type MarkupRules } from '../lib/schemas/clean-markup.ts'

const SUMMARY_LENGTH = 160

const DESCRIPTION: MarkupRules = {
  tags: [
    ...['h3', 'h4', 'h5', 'h6', 'p', 'div', 'span', 'br', 'hr', 'blockquote'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'],
    ...['a', 'strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup'],
  ],
  nesting: 20,
  attributes: { a: ['href'], th: ['colspan', 'rowspan', 'scope'], td: ['colspan', 'rowspan'] },
  schemes: ['http', 'https', 'mailto', 'tel'],
  renames: new Map([
    ['h1', 'h3'],
    ['h2', 'h3'],
  ]),
}
const WORDS: MarkupRules = { tags: [], nesting: 0 }

/**
 * A text as HTML that may stand in a page: an allow-list of plain structure, links to http(s), e-mail and telephone,
 * nothing that runs, loads or styles. Headings start at the third level, below a page's own. style §3
 */
export function cleanHtml(html: string): string {
  return cleanMarkup(html, DESCRIPTION).trim()
}

/** True for a text that was written as HTML; `a < b` was not. */
export function isHtml(text: string): boolean {
  return /<\/?[a-z][^<>]*>/i.test(text)
}

/** The words of a text without its markup, short enough to describe a page to a search engine; none when empty. */
export function plainText(text: string): string | undefined {
  const words = cleanMarkup(text.replace(/<(?:br|\/p|\/li|\/div)[^>]*>/gi, ' '), WORDS)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
  return words.length > SUMMARY_LENGTH ? `${words.slice(0, SUMMARY_LENGTH).trimEnd()}…` : words || undefined
}
