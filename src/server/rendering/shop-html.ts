import { setImmediate } from 'node:timers/promises'

import type { Element, Root } from 'hast'
import { toString } from 'hast-util-to-string'

import {
  POLICY_ATTRIBUTES,
  POLICY_PICTURE,
  POLICY_REQUIRED,
  POLICY_SCHEMES,
  POLICY_TAGS,
} from '@tanabana/contract/policy-rules.ts'
import { prefixTargets, TARGET_PREFIX } from '@tanabana/contract/policy-targets.ts'
import { elementsOf, htmlToText, sanitizeHtml, writeHtml } from '@tanabana/contract/sanitize-html.ts'
import type { HtmlRules } from '@tanabana/contract/sanitize-html.ts'
import { replacePlaceholders } from '@tanabana/contract/text.ts'
import { t } from '../../lib/i18n/translate.ts'
import { fillPlaceholders } from '../../lib/shop/policies.ts'
import type { Company } from '../../lib/shop/shop-text.ts'
import { htmlParts, stripTags } from './long-html.ts'

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
    prefixTargets(elementsOf(tree))
  },
}

/** Company details have at most 500 characters each; a policy that repeats them without end is refused. */
const PLACEHOLDERS_MAX = 2000

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
 * add anything but plain structure. A part that is too large to sanitize keeps its text only. `undefined` when nothing
 * readable is left, or with more than 2,000 placeholders.
 */
export function readPolicy(source: string, company: Company): Policy | undefined {
  const reader = createPolicyReader()
  for (const part of policyParts(source, company)) reader.add(part)
  return reader.result()
}

/** `readPolicy`, with a turn of the event loop between the parts of a long policy. */
export async function readLongPolicy(source: string, company: Company): Promise<Policy | undefined> {
  const reader = createPolicyReader()
  for (const part of policyParts(source, company)) {
    reader.add(part)
    await setImmediate()
  }
  return reader.result()
}

function policyParts(source: string, company: Company): Iterable<string> {
  let placeholders = 0
  replacePlaceholders(source, () => {
    placeholders += 1
    return ''
  })
  return placeholders > PLACEHOLDERS_MAX ? [] : htmlParts(fillPlaceholders(source, company))
}

function createPolicyReader() {
  const html: string[] = []
  const sections: PolicySection[] = []
  let hasTitle = false
  let isReadable = false

  function add(part: string): void {
    const tree = sanitizeHtml(part, POLICY)
    if (!tree) {
      const text = stripTags(part)
      isReadable ||= text !== ''
      html.push(text)
      return
    }
    const elements = elementsOf(tree)
    isReadable ||= elements.some((node) => node.tagName === 'img') || toString(tree).trim() !== ''
    hasTitle ||= elements.some((node) => node.tagName === 'h1')
    numberSections(elements, sections)
    scrollTables(tree)
    html.push(writeHtml(tree).trim())
  }

  return {
    add,
    result: (): Policy | undefined => (isReadable ? { html: html.join(''), sections, hasTitle } : undefined),
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

/** Adds the second-level headings that have a text to `sections`, each with an id of its own or by its number. */
function numberSections(elements: Element[], sections: PolicySection[]): void {
  const taken = new Set([...sections.map(({ id }) => id), ...elements.map(({ properties }) => properties.id)])
  for (const node of elements) {
    const heading = node.tagName === 'h2' ? toString(node).trim() : ''
    if (heading === '') continue
    let number = sections.length + 1
    while (node.properties.id === undefined) {
      const id = `${TARGET_PREFIX}${number}`
      if (!taken.has(id)) node.properties.id = id
      number += 1
    }
    sections.push({ id: node.properties.id, heading })
  }
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
      box.properties = { className: ['scrolling'], role: 'group', ariaLabel: t('Table'), tabIndex: 0 }
      return isBox ? child : box
    })
  }
}
