import type { Element, Root } from 'hast'
import { toString } from 'hast-util-to-string'

import {
  elementsOf,
  HTML_MAX_LENGTH,
  htmlToText,
  POLICY_ATTRIBUTES,
  POLICY_PICTURE,
  POLICY_REQUIRED,
  POLICY_SCHEMES,
  POLICY_TAGS,
  sanitizeHtml,
  writeHtml,
} from '../../lib/contract/sanitize-html.ts'
import type { HtmlRules } from '../../lib/contract/sanitize-html.ts'
import { fillPlaceholders } from '../../lib/shop/policies.ts'
import type { Company } from '../../lib/shop/shop-text.ts'

/** A policy as its page shows it. */
export interface Policy {
  html: string
  /** The second-level headings that have a text, in order. */
  sections: PolicySection[]
  /** True when the text has a first-level heading. */
  hasTitle: boolean
}

interface PolicySection {
  id: string
  heading: string
}

const POLICY: HtmlRules = {
  schema: { tagNames: POLICY_TAGS, attributes: POLICY_ATTRIBUTES, required: POLICY_REQUIRED },
  schemes: POLICY_SCHEMES,
  adapt(tree) {
    for (const parent of [tree, ...elementsOf(tree)]) {
      parent.children = parent.children.filter(
        (child) => child.type !== 'element' || child.tagName !== 'img' || hasPicture(child),
      )
    }
  },
}

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
 * Fills the placeholders of a policy first and sanitizes it then, so that neither the text nor a company's details
 * add anything but plain structure. `undefined` when the policy is too long or nothing readable is left.
 */
export function readPolicy(source: string, company: Company): Policy | undefined {
  if (source.length > HTML_MAX_LENGTH) return undefined
  const tree = sanitizeHtml(fillPlaceholders(source, company), POLICY)
  if (!tree) return undefined
  const elements = elementsOf(tree)
  if (!elements.some((node) => node.tagName === 'img') && toString(tree).trim() === '') return undefined
  const sections = numberSections(elements.filter((node) => node.tagName === 'h2'))
  scrollTables(tree)
  return {
    html: writeHtml(tree).trim(),
    sections,
    hasTitle: elements.some((node) => node.tagName === 'h1'),
  }
}

/**
 * Returns a description as HTML for its page: an allow-list of plain structure, links to http(s), e-mail and
 * telephone, nothing that runs, loads or styles. Headings start at the third level, below a page's own. Empty when it
 * is too long.
 */
export function cleanHtml(html: string): string {
  const tree = sanitizeHtml(html, DESCRIPTION)
  if (!tree) return ''
  scrollTables(tree)
  return writeHtml(tree).trim()
}

/**
 * Returns the first words of a text without its markup, to describe a page to a search engine; `undefined` when there
 * are none.
 */
export function plainText(text: string): string | undefined {
  const words = htmlToText(text.slice(0, SUMMARY_SOURCE_LENGTH)).replace(/\s+/g, ' ').trim()
  return words.length > SUMMARY_LENGTH ? `${words.slice(0, SUMMARY_LENGTH).trimEnd()}…` : words || undefined
}

function hasPicture({ properties }: Element): boolean {
  return POLICY_PICTURE.test(properties.src ?? '')
}

/** Gives the headings that have a text an id each, so that a table of contents can point at them. */
function numberSections(headings: Element[]): PolicySection[] {
  const readable = headings.filter((node) => toString(node).trim() !== '')
  return readable.map((node, at) => {
    const id = `section-${at + 1}`
    node.properties.id = id
    return { id, heading: toString(node).trim() }
  })
}

/**
 * Puts each table in a box that scrolls, by keyboard too, because a table with `overflow` of its own loses its role.
 * A `<div>` that holds nothing else becomes the box.
 */
function scrollTables(tree: Root): void {
  for (const parent of [tree, ...elementsOf(tree)]) {
    const isBox = parent.type === 'element' && parent.tagName === 'div' && parent.children.length === 1
    parent.children = parent.children.map((child) => {
      if (child.type !== 'element' || child.tagName !== 'table') return child
      const box: Element = isBox
        ? parent
        : { type: 'element', tagName: 'div', properties: {}, children: [child] }
      box.properties = { className: ['scrolling'], role: 'group', ariaLabel: 'Table', tabIndex: 0 }
      return isBox ? child : box
    })
  }
}
