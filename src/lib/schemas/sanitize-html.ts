import type { Element, Parents, Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { sanitize, type Schema } from 'hast-util-sanitize'
import { toParse5 } from 'hast-util-to-parse5'
import { toText } from 'hast-util-to-text'
import {
  defaultTreeAdapter,
  html as standard,
  parse,
  parseFragment,
  serialize,
  type DefaultTreeAdapterTypes as Tree,
  type Token,
} from 'parse5'

import { DROPPED_WITH_CONTENT } from './policy-markup.ts'

export type HtmlElement = Tree.Element

/** An allow-list. */
export interface HtmlRules {
  /** Tags, their attributes, and attributes that they always get. Any other tag goes and its text stays. */
  schema: Pick<Schema, 'tagNames' | 'attributes' | 'required'>
  /** Schemes of `href` and `src`; an address without a scheme is the shop's own. */
  schemes?: readonly string[]
  /** Changes the sanitized tree. A second run must change nothing. */
  adapt?: (tree: Root) => void
}

/** In letters: parsing more blocks the event loop for too long. */
export const HTML_MAX_LENGTH = 100_000
const ELEMENTS_MAX = 10_000
const REPEATED_ATTRIBUTES_MAX = 50_000
/** Trees are walked by recursion. Browsers stop at 512. */
const DEPTH_MAX = 500
const PASSES_MAX = 5
/** In place of the library's defaults. `isAllowedAddress` checks protocols, and `readTree` strips. */
const NOTHING: Required<Schema> = {
  allowComments: false,
  allowDoctypes: false,
  ancestors: {},
  attributes: {},
  clobber: [],
  clobberPrefix: '',
  protocols: {},
  required: {},
  strip: [],
  tagNames: [],
}

class TooLargeError extends Error {
  override name = 'TooLargeError'
}

/** True when the text contains a tag, as `a < b` does not. Takes linear time. */
export function isHtml(text: string): boolean {
  const start = text.search(/<\/?[a-z]/i)
  return start !== -1 && text.includes('>', start)
}

/**
 * The tree that the rules allow. Its HTML is read as the same tree, so that sanitizing it again changes nothing;
 * undefined when five passes reach no such tree, and for HTML that is too large.
 */
export function sanitizeHtml(html: string, { schema, schemes = [], adapt }: HtmlRules): Root | undefined {
  if (html.length > HTML_MAX_LENGTH) return undefined
  const allowed = { ...NOTHING, ...schema }
  let before = html
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const read = readTree(before)
    if (!read) return undefined
    const tree = sanitize(read, allowed) as Root
    adapt?.(tree)
    finish(tree, schemes)
    const after = writeHtml(tree)
    if (after === before) return tree
    before = after
  }
  return undefined
}

/** Escapes `<` and `>` in attributes too. */
export function writeHtml(tree: Root): string {
  return serialize(toParse5(tree) as Tree.Document)
}

/**
 * The words of HTML as a reader sees them, each block on a line of its own and character references resolved. Empty
 * for HTML that is too large.
 */
export function htmlToText(html: string): string {
  const tree = html.length > HTML_MAX_LENGTH ? undefined : readTree(html)
  return tree ? toText(tree) : ''
}

/** Every element in the order of the text. */
export function elementsOf(parent: Parents, found: Element[] = []): Element[] {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    found.push(child)
    elementsOf(child, found)
  }
  return found
}

/** A whole document with the places of its tags; undefined when it is too large. */
export function parseDocument(html: string): Tree.Document | undefined {
  if (html.length > HTML_MAX_LENGTH) return undefined
  return unlessTooLarge(html, (treeAdapter) => parse(html, { treeAdapter, sourceCodeLocationInfo: true }))
}

/**
 * True for an address of the shop itself or with one of the schemes. Browsers take blanks and control characters away
 * before they look for the scheme (URL standard, basic URL parser), and two slashes of any kind lead to another host.
 */
export function isAllowedAddress(value: string, schemes: readonly string[]): boolean {
  const address = value.replace(/[\0-\x20]+/g, '')
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1]
  if (scheme !== undefined) return schemes.includes(scheme.toLowerCase())
  return address !== '' && !/^[/\\]{2}/.test(address)
}

/** As the content of a `<div>`, with scripts enabled, without elements whose content is no text of the page. */
function readTree(html: string): Root | undefined {
  const context = defaultTreeAdapter.createElement('div', standard.NS.HTML, [])
  const fragment = unlessTooLarge(html, (treeAdapter) => parseFragment(context, html, { treeAdapter }))
  if (!fragment) return undefined
  const tree = fromParse5(fragment) as Root
  for (const parent of [tree, ...elementsOf(tree)]) {
    parent.children = parent.children.filter(
      (child) => child.type !== 'element' || !DROPPED_WITH_CONTENT.includes(child.tagName),
    )
  }
  return tree
}

function unlessTooLarge<Result>(html: string, read: (treeAdapter: typeof defaultTreeAdapter) => Result) {
  try {
    return read(limitedAdapter(html))
  } catch (error) {
    if (error instanceof TooLargeError) return undefined
    throw error
  }
}

/**
 * Stops the parser, which `hast-util-from-html` has no option for. An unclosed formatting tag begins again in each
 * paragraph, attributes and all: n tags become n² elements.
 */
function limitedAdapter(html: string): typeof defaultTreeAdapter {
  let elements = 0
  let attributeCharacters = 0
  let depth = 0
  return {
    ...defaultTreeAdapter,
    createElement(tag: string, namespace: standard.NS, attributes: Token.Attribute[]) {
      elements += 1
      for (const { name, value } of attributes) attributeCharacters += name.length + value.length
      const areTooMany = elements > ELEMENTS_MAX
      if (areTooMany || attributeCharacters > html.length + REPEATED_ATTRIBUTES_MAX) throw new TooLargeError()
      return defaultTreeAdapter.createElement(tag, namespace, attributes)
    },
    onItemPush() {
      depth += 1
      if (depth > DEPTH_MAX) throw new TooLargeError()
    },
    onItemPop() {
      depth -= 1
    },
  }
}

/** Removes addresses that are not allowed. A parser drops the first line break of `<pre>`, so another goes before it. */
function finish(tree: Root, schemes: readonly string[]): void {
  for (const { tagName, properties, children } of elementsOf(tree)) {
    for (const name of ['href', 'src']) {
      if (name in properties && !isAllowedAddress(String(properties[name]), schemes)) properties[name] = null
    }
    const [first] = children
    if (tagName === 'pre' && first?.type === 'text' && first.value.startsWith('\n')) {
      first.value = `\n${first.value}`
    }
  }
}
