import { cleanMarkup, markupText, type MarkupRules } from '../lib/schemas/clean-markup.ts'

const SUMMARY_LENGTH = 160
/** Enough for a summary: a feed reads the descriptions of a hundred products in one go. */
const SUMMARY_SOURCE_LENGTH = 4000

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

/**
 * A text as HTML that may stand in a page: an allow-list of plain structure, links to http(s), e-mail and telephone,
 * nothing that runs, loads or styles. Headings start at the third level, below a page's own.
 */
export function cleanHtml(html: string): string {
  return cleanMarkup(html, DESCRIPTION).trim()
}

/** The first words of a text without its markup, to describe a page to a search engine; `undefined` when there are none. */
export function plainText(text: string): string | undefined {
  const words = markupText(text.slice(0, SUMMARY_SOURCE_LENGTH)).replace(/\s+/g, ' ').trim()
  return words.length > SUMMARY_LENGTH ? `${words.slice(0, SUMMARY_LENGTH).trimEnd()}…` : words || undefined
}
