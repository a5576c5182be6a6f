import sanitizeHtml from 'sanitize-html'

const NESTING_MAX = 20
const SUMMARY_LENGTH = 160

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h3', 'h4', 'h5', 'h6', 'p', 'div', 'span', 'br', 'hr', 'blockquote'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'],
    ...['a', 'strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup'],
  ],
  allowedAttributes: { a: ['href'], th: ['colspan', 'rowspan', 'scope'], td: ['colspan', 'rowspan'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'title',
    'svg',
    'math',
    'iframe',
  ],
  nestingLimit: NESTING_MAX,
  transformTags: {
    h1: 'h3',
    h2: 'h3',
  },
}

/**
 * A text as HTML that may stand in a page: an allow-list of plain structure, links to http(s), e-mail and telephone,
 * nothing that runs, loads or styles. Headings start at the third level, below a page's own. style §3
 */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, OPTIONS).trim()
}

/** True for a text that was written as HTML; `a < b` was not. */
export function isHtml(text: string): boolean {
  return /<\/?[a-z][^<>]*>/i.test(text)
}

/** The words of a text without its markup, short enough to describe a page to a search engine; none when empty. */
export function plainText(text: string): string | undefined {
  const words = sanitizeHtml(text.replace(/<(?:br|\/p|\/li|\/div)[^>]*>/gi, ' '), {
    allowedTags: [],
    textFilter: (part) => part.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
  })
    .replace(/\s+/g, ' ')
    .trim()
  return words.length > SUMMARY_LENGTH ? `${words.slice(0, SUMMARY_LENGTH).trimEnd()}…` : words || undefined
}
