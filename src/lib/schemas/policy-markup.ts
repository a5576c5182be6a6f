/** What the HTML of a policy may hold, for the page that shows it and for whoever checks it before. §2 Policy pages */

/** Their content goes with them: a browser reads it as something else than HTML text, or it is no text to read. */
export const DROPPED_WITH_CONTENT = [
  ...['script', 'style', 'textarea', 'option', 'select', 'button', 'xmp', 'plaintext', 'title', 'template'],
  ...['noscript', 'noembed', 'noframes', 'iframe', 'object', 'svg', 'math', 'audio', 'video', 'canvas'],
]

export const POLICY_TAGS = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'section', 'span', 'br', 'hr'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'code', 'address'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ...['a', 'img', 'figure', 'figcaption'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'mark', 'abbr', 'cite', 'q'],
]

/** By tag; `*` are those of every tag. */
export const POLICY_ATTRIBUTES: Record<string, string[]> = {
  '*': ['lang', 'dir'],
  a: ['href', 'title', 'rel'],
  img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
  abbr: ['title'],
}

export const POLICY_SCHEMES = ['http', 'https', 'mailto', 'tel']
export const POLICY_PICTURE_SCHEMES = ['http', 'https']
