import {
  defaultTreeAdapter,
  html as standard,
  parseFragment,
  type DefaultTreeAdapterTypes as Tree,
  type Token,
} from 'parse5'

import { DROPPED_WITH_CONTENT } from './policy-markup.ts'

/** What a text may hold. A tag not among these goes and its text stays, but for those of `DROPPED_WITH_CONTENT`. */
export interface MarkupRules {
  /** Of HTML, and none whose content is read in another way: with `style` or `svg` here, nothing would be safe. */
  tags: readonly string[]
  /** How many elements may stand in each other; of those further in only the text stays. */
  nesting: number
  /** By tag; `*` are those of every tag. Of addresses only `href` and `src` are known as such. */
  attributes?: Readonly<Record<string, readonly string[]>>
  /** With which an address may begin; one without any is of the shop itself. */
  schemes?: readonly string[]
  /** By the tag as it is written; the one it becomes is among the tags. */
  renames?: ReadonlyMap<string, string>
  /** The attributes that an element gets in the end; `undefined` leaves it out with its content. */
  finish?: (tag: string, attributes: Record<string, string>) => Record<string, string> | undefined
}

/** A text without these is read as it is written. */
const READ_AS_OTHER = /[<>&\r\0]/
const VOID_TAGS = ['br', 'hr', 'img', 'wbr']
const ADDRESSES = ['href', 'src']
/** Inline elements: their text continues the sentence around them. */
const WITHIN_A_SENTENCE = [
  ...['a', 'abbr', 'b', 'cite', 'code', 'em', 'font', 'i', 'mark', 'q', 's', 'small'],
  ...['span', 'strong', 'sub', 'sup', 'u', 'wbr'],
]
/** Of any HTML that is cleaned, in letters: parsing more blocks the event loop for too long. */
export const MARKUP_MAX_LENGTH = 100_000
const ELEMENTS_MAX = 10_000
const REPEATED_ATTRIBUTES_MAX = 50_000
const PASSES_MAX = 5

class TooLargeError extends Error {
  override name = 'TooLargeError'
}

/**
 * HTML by an allow-list: read by the parser of the HTML standard, as a browser reads it, and written anew from the
 * elements, attributes and texts that the rules allow. What comes out is read as what it was written from, so that
 * cleaning it again changes nothing. Empty for a text that never comes to that, and for one that is larger than anybody
 * reads. style §3
 */
export function cleanMarkup(html: string, rules: MarkupRules): string {
  if (html.length > MARKUP_MAX_LENGTH) return ''
  if (!READ_AS_OTHER.test(html)) return html
  let before = html
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const root = parse(before)
    if (!root) return ''
    const after = write(root, rules)
    if (after === before) return after
    before = after
  }
  return ''
}

/** True when the text contains a tag, as `a < b` does not. Takes linear time. */
export function isHtml(text: string): boolean {
  const start = text.search(/<\/?[a-z]/i)
  return start !== -1 && text.includes('>', start)
}

/**
 * The words of HTML as a reader sees them: blocks are separated by a space, character references are resolved. Empty
 * for HTML that `cleanMarkup` refuses.
 */
export function markupText(html: string): string {
  if (html.length > MARKUP_MAX_LENGTH) return ''
  const root = READ_AS_OTHER.test(html) ? parse(html) : undefined
  if (!root) return READ_AS_OTHER.test(html) ? '' : html
  let text = ''
  const pending: (Tree.ChildNode | string)[] = root.childNodes.toReversed()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') text += next
    else if (defaultTreeAdapter.isTextNode(next)) text += next.value
    else if (defaultTreeAdapter.isElementNode(next) && !isDropped(next)) {
      const gap = WITHIN_A_SENTENCE.includes(next.tagName) ? '' : ' '
      text += gap
      pending.push(gap)
      for (const child of next.childNodes.toReversed()) pending.push(child)
    }
  }
  return text
}

/** The text with its character references resolved and nothing read as a tag. */
export function resolveReferences(text: string): string {
  return text.includes('&') ? markupText(text.replaceAll('<', '&lt;')) : text
}

/** As the content of a `<div>`, with scripts enabled; undefined when too large. */
function parse(html: string): Tree.DocumentFragment | undefined {
  const context = defaultTreeAdapter.createElement('div', standard.NS.HTML, [])
  try {
    return parseFragment(context, html, { treeAdapter: countingAdapter(html) })
  } catch (error) {
    if (error instanceof TooLargeError) return undefined
    throw error
  }
}

/** A formatting tag that is never closed begins again in each paragraph, attributes and all: n² elements of n tags. */
function countingAdapter(html: string): typeof defaultTreeAdapter {
  let elements = 0
  let attributeCharacters = 0
  return {
    ...defaultTreeAdapter,
    createElement(tag: string, namespace: standard.NS, attributes: Token.Attribute[]) {
      elements += 1
      for (const { name, value } of attributes) attributeCharacters += name.length + value.length
      const areTooMany = elements > ELEMENTS_MAX
      if (areTooMany || attributeCharacters > html.length + REPEATED_ATTRIBUTES_MAX) throw new TooLargeError()
      return defaultTreeAdapter.createElement(tag, namespace, attributes)
    },
  }
}

/** Without recursion: no nesting exhausts the stack. */
function write(root: Tree.DocumentFragment, rules: MarkupRules): string {
  let html = ''
  let depth = 0
  let isAtStartOfPre = false
  /** What comes next is last; a text is the end tag of an element whose content is written. */
  const pending: (Tree.ChildNode | string)[] = root.childNodes.toReversed()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') {
      html += next
      depth -= 1
      isAtStartOfPre = false
    } else if (defaultTreeAdapter.isTextNode(next)) {
      // A line break there is not read as a part of the text, so that another goes before it.
      if (isAtStartOfPre && next.value.startsWith('\n')) html += '\n'
      html += escape(next.value)
      isAtStartOfPre = false
    } else if (defaultTreeAdapter.isElementNode(next) && !isDropped(next)) {
      const tag = rules.renames?.get(next.tagName) ?? next.tagName
      const isKept = rules.tags.includes(tag) && depth < rules.nesting
      const attributes = isKept ? attributesOf(next, tag, rules) : {}
      if (!attributes) continue
      if (isKept) {
        html += startTag(tag, attributes)
        isAtStartOfPre = tag === 'pre'
      }
      if (isKept && !VOID_TAGS.includes(tag)) {
        pending.push(`</${tag}>`)
        depth += 1
      }
      for (const child of next.childNodes.toReversed()) pending.push(child)
    }
  }
  return html
}

function isDropped({ tagName, namespaceURI }: Tree.Element): boolean {
  return namespaceURI !== standard.NS.HTML || DROPPED_WITH_CONTENT.includes(tagName)
}

function attributesOf(element: Tree.Element, tag: string, rules: MarkupRules) {
  const names = [...(rules.attributes?.['*'] ?? []), ...(rules.attributes?.[tag] ?? [])]
  const allowed = element.attrs.filter(
    ({ name, value }) =>
      names.includes(name) && (!ADDRESSES.includes(name) || isAddress(value, rules.schemes ?? [])),
  )
  const attributes = Object.fromEntries(allowed.map(({ name, value }) => [name, value]))
  return rules.finish ? rules.finish(tag, attributes) : attributes
}

/**
 * True for an address of the shop itself or with one of the schemes. Browsers take blanks and control characters away
 * before they look for the scheme (URL standard, basic URL parser), and two slashes of any kind lead to another host.
 */
function isAddress(value: string, schemes: readonly string[]): boolean {
  const address = value.replace(/[\0-\x20]+/g, '')
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1]
  if (scheme !== undefined) return schemes.includes(scheme.toLowerCase())
  return address !== '' && !/^[/\\]{2}/.test(address)
}

function startTag(tag: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escape(value).replaceAll('"', '&quot;')}"`,
  )
  return `<${tag}${written.join('')}>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
