import {
  elementsOf,
  htmlToText,
  sanitizeHtml,
  writeHtml,
  type HtmlRules,
} from '../lib/contract/sanitize-html.ts'
import { scrollTables } from './scroll-tables.ts'

const SUMMARY_LENGTH = 160
/** Enough for a summary: a feed reads the descriptions of a hundred products in one go. */
const SUMMARY_SOURCE_LENGTH = 4000

const DESCRIPTION: HtmlRules = {
  schema: {
    tagNames: [
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'span', 'br', 'hr', 'blockquote'],
      ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'],
      ...['a', 'strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup'],
    ],
    attributes: { a: ['href'], th: ['colSpan', 'rowSpan', 'scope'], td: ['colSpan', 'rowSpan'] },
  },
  schemes: ['http', 'https', 'mailto', 'tel'],
  adapt(tree) {
    for (const node of elementsOf(tree)) {
      if (node.tagName === 'h1' || node.tagName === 'h2') node.tagName = 'h3'
    }
  },
}

/**
 * A description as HTML for its page: an allow-list of plain structure, links to http(s), e-mail and telephone, nothing
 * that runs, loads or styles. Headings start at the third level, below a page's own. Empty when it is too long.
 */
export function cleanHtml(html: string): string {
  const tree = sanitizeHtml(html, DESCRIPTION)
  if (!tree) return ''
  scrollTables(tree)
  return writeHtml(tree).trim()
}

/** The first words of a text without its markup, to describe a page to a search engine; `undefined` when there are none. */
export function plainText(text: string): string | undefined {
  const words = htmlToText(text.slice(0, SUMMARY_SOURCE_LENGTH)).replace(/\s+/g, ' ').trim()
  return words.length > SUMMARY_LENGTH ? `${words.slice(0, SUMMARY_LENGTH).trimEnd()}…` : words || undefined
}
