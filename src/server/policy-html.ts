import type { Element } from 'hast'
import { toString } from 'hast-util-to-string'

import type { Company } from '../lib/shop/shop-text.ts'
import { fillPlaceholders } from '../lib/shop/policies.ts'
import {
  POLICY_ATTRIBUTES,
  POLICY_PICTURE,
  POLICY_REQUIRED,
  POLICY_SCHEMES,
  POLICY_TAGS,
  elementsOf,
  HTML_MAX_LENGTH,
  sanitizeHtml,
  writeHtml,
  type HtmlRules,
} from '../lib/contract/sanitize-html.ts'
import { scrollTables } from './scroll-tables.ts'

/** A policy as its page shows it. */
export interface Policy {
  html: string
  /** The second-level headings that have a text, in order. */
  sections: PolicySection[]
  /** True when the text has a first-level heading. */
  hasTitle: boolean
}

export interface PolicySection {
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

/**
 * Fills the placeholders of a policy first and sanitizes it then, so that neither the text nor a company's details
 * bring anything but plain structure. Undefined when the policy is too long or nothing readable is left.
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
