import sanitizeHtml from 'sanitize-html'

import type { Company } from '../lib/domain/company.ts'
import { fillPlaceholders } from '../lib/domain/policies.ts'

const NESTING_MAX = 40

/** Their content goes with them: a browser reads it as something else than HTML text, or it is no text to read. */
const DROPPED_WITH_CONTENT = [
  ...['script', 'style', 'textarea', 'option', 'select', 'button', 'xmp', 'plaintext', 'title', 'template'],
  ...['noscript', 'noembed', 'noframes', 'iframe', 'object', 'svg', 'math', 'audio', 'video', 'canvas'],
]

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'section', 'span', 'br', 'hr'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'code', 'address'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ...['a', 'img', 'figure', 'figcaption'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'mark', 'abbr', 'cite', 'q'],
  ],
  allowedAttributes: {
    '*': ['lang', 'dir'],
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    ol: ['start', 'reversed', 'type'],
    li: ['value'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    abbr: ['title'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nonTextTags: DROPPED_WITH_CONTENT,
  nestingLimit: NESTING_MAX,
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }),
    img: (tagName, attributes) => ({
      tagName,
      attribs: { ...attributes, alt: attributes.alt ?? '', loading: 'lazy' },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^https?:/i.test(attribs.src ?? ''),
}

/**
 * A policy as it may stand in a page: placeholders filled first, then cleaned by an allow-list, so that neither the
 * text nor a company's details bring anything but plain structure. Cleaning the result again changes nothing; empty
 * when nothing readable is left. §2 Policy pages
 */
export function policyHtml(source: string, company: Company): string {
  const xhtml = sanitizeHtml(fillPlaceholders(source, company), OPTIONS).trim()
  const html = xhtml.replaceAll(' />', '>')
  return isReadable(html) ? html : ''
}

function isReadable(html: string): boolean {
  return html.includes('<img') || html.replace(/<[^>]*>|&nbsp;|\s/g, '') !== ''
}
