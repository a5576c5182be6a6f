import { elementsOf, sanitizeHtml, writeHtml, type HtmlRules } from '@tanabana/contract/sanitize-html.ts'

export const TAGS = 'p div span br b i a img pre h3 ul li table tbody tr td'.split(' ')
export const ATTRIBUTES: Record<string, string[]> = {
  '*': ['lang'],
  a: ['href', 'title'],
  img: ['src', 'alt'],
  td: ['colSpan'],
}

/** Some of each kind of rule. */
const RULES: HtmlRules = {
  schema: { tagNames: [...TAGS, 'h1'], attributes: ATTRIBUTES },
  schemes: ['http', 'https', 'mailto', 'tel'],
  adapt(tree) {
    for (const node of elementsOf(tree)) if (node.tagName === 'h1') node.tagName = 'h3'
  },
}

export function clean(html: string): string {
  const tree = sanitizeHtml(html, RULES)
  return tree ? writeHtml(tree) : ''
}
