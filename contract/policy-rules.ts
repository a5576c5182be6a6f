// Apart from the sanitizer, whose parser takes 3 MB: the storefront reads the slugs at start.

export const POLICY_SLUGS = ['terms', 'privacy', 'refund', 'return', 'shipping', 'about'] as const

/** Largest policy of a shop of this platform, in UTF-8. Pages also show a longer one of another store API. */
export const POLICY_MAX_BYTES = 64 * 1024

export const POLICY_TAGS = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'section', 'span', 'br', 'hr'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'code', 'address'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['a', 'img', 'figure', 'figcaption', 'details', 'summary'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'mark', 'abbr', 'cite', 'q'],
]

/** Allowed attributes by tag, as hast property names; `*` applies to every tag. */
export const POLICY_ATTRIBUTES: Record<string, string[]> = {
  '*': ['lang', 'dir', 'id'],
  a: ['href', 'title', 'name'],
  details: ['open'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  th: ['colSpan', 'rowSpan', 'scope'],
  td: ['colSpan', 'rowSpan'],
  abbr: ['title'],
}

/** Attributes that sanitizing always sets. An absent `alt` becomes empty. */
export const POLICY_REQUIRED: Record<string, Record<string, string>> = {
  a: { rel: 'noopener noreferrer' },
  img: { alt: '', loading: 'lazy' },
}

export const POLICY_SCHEMES = ['http', 'https', 'mailto', 'tel']
/** Start of an allowed picture address; `<img>` with any other is removed. */
export const POLICY_PICTURE = /^\s*https?:/i
