import type { Element, Parents, Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { sanitize } from 'hast-util-sanitize'
import type { Schema } from 'hast-util-sanitize'
import { toParse5 } from 'hast-util-to-parse5'
import { toText } from 'hast-util-to-text'
import { defaultTreeAdapter, html as standard, parse, parseFragment, serialize } from 'parse5'
import type { DefaultTreeAdapterTypes as Tree, Token } from 'parse5'

export type HtmlElement = Tree.Element

/** Allow-list for `sanitizeHtml`. */
export interface HtmlRules {
  /** Allowed tags and attributes, and attributes that are always set. The text of any other tag stays. */
  schema: Pick<Schema, 'tagNames' | 'attributes' | 'required'>
  /** Allowed schemes of `href` and `src`. An address without a scheme belongs to the shop. */
  schemes?: readonly string[]
  /** Changes the sanitized tree. It must be idempotent. */
  adapt?: (tree: Root) => void
}

/** In UTF-16 code units. Parsing longer HTML blocks the event loop for too long. */
export const HTML_MAX_LENGTH = 100_000
const ELEMENTS_MAX = 10_000
const REPEATED_ATTRIBUTES_MAX = 50_000
/** Functions here traverse trees by recursion. Browsers stop at 512. */
const DEPTH_MAX = 500
const PASSES_MAX = 5
/** Replaces the library's defaults: `isAllowedAddress` checks protocols, and `readTree` strips elements. */
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

/** Elements to remove with their content, which is not text of the page. */
export const DROPPED_WITH_CONTENT = [
  ...['script', 'style', 'textarea', 'option', 'select', 'button', 'xmp', 'plaintext', 'title', 'template'],
  ...['noscript', 'noembed', 'noframes', 'iframe', 'object', 'svg', 'math', 'audio', 'video', 'canvas'],
]

class TooLargeError extends Error {
  override name = 'TooLargeError'
}

/** True when the text contains a tag, as `a < b` does not. Takes linear time. */
export function isHtml(text: string): boolean {
  const start = text.search(/<\/?[a-z]/i)
  return start !== -1 && text.includes('>', start)
}

/**
 * Returns the sanitized tree. Parsing its HTML gives the same tree, so that sanitizing is idempotent. Returns
 * `undefined` for HTML that is too large or still changes after five passes.
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

/** Serializes a tree. Escapes `<` and `>` in attributes too. */
export function writeHtml(tree: Root): string {
  return serialize(toParse5(tree) as Tree.Document)
}

/**
 * Returns the visible text of HTML, one line per block, with character references decoded; empty for HTML that is too
 * large.
 */
export function htmlToText(html: string): string {
  const tree = html.length > HTML_MAX_LENGTH ? undefined : readTree(html)
  return tree ? toText(tree) : ''
}

/** Returns all elements in document order. */
export function elementsOf(parent: Parents, found: Element[] = []): Element[] {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    found.push(child)
    elementsOf(child, found)
  }
  return found
}

/** Parses a whole document with source locations; `undefined` when it is too large. */
export function parseDocument(html: string): Tree.Document | undefined {
  if (html.length > HTML_MAX_LENGTH) return undefined
  return unlessTooLarge(html, (treeAdapter) => parse(html, { treeAdapter, sourceCodeLocationInfo: true }))
}

/**
 * True for an address of the shop itself or one with an allowed scheme. Like browsers (URL standard, basic URL
 * parser), it ignores whitespace and control characters, and treats two slashes of any kind as the start of another
 * host.
 */
export function isAllowedAddress(value: string, schemes: readonly string[]): boolean {
  const address = value.replace(/[\0-\x20]+/g, '')
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1]
  if (scheme !== undefined) return schemes.includes(scheme.toLowerCase())
  return address !== '' && !/^[/\\]{2}/.test(address)
}

/**
 * Parses HTML as the content of a `<div>` with scripts enabled, and drops elements whose content is not text; `undefined`
 * when it is too large.
 */
export function readTree(html: string): Root | undefined {
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
 * Creates a tree adapter that limits the parser; `hast-util-from-html` has no such option. The parser repeats an
 * unclosed formatting tag with its attributes in each paragraph, so n tags become n² elements.
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

/** Removes disallowed addresses. Doubles the first line break of `<pre>`, because parsers drop one. */
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
