import { cleanMarkup, type MarkupRules } from '../../../src/lib/schemas/clean-markup.ts'

/** Some of each kind of rule. */
export const RULES: MarkupRules = {
  tags: 'p div span br b i a img pre h3 ul li table tbody tr td'.split(' '),
  nesting: 10,
  attributes: { '*': ['lang'], a: ['href', 'title'], img: ['src', 'alt'], td: ['colspan'] },
  schemes: ['http', 'https', 'mailto', 'tel'],
  renames: new Map([['h1', 'h3']]),
}

export const clean = (html: string) => cleanMarkup(html, RULES)
