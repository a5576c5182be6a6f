import {
  POLICY_ATTRIBUTES,
  POLICY_MAX_BYTES,
  POLICY_PICTURE,
  POLICY_REQUIRED,
  POLICY_SCHEMES,
  POLICY_TAGS,
} from '@tanabana/contract/policy-rules.ts'
import { inPageTarget, isPageTop } from '@tanabana/contract/policy-targets.ts'
import {
  DROPPED_WITH_CONTENT,
  isAllowedAddress,
  parseDocument,
  type HtmlElement,
} from '@tanabana/contract/sanitize-html.ts'
import { replacePlaceholders, type PlaceholderKey } from '@tanabana/contract/text.ts'
import { linkProblem, type LinkTargets } from './check-links.ts'
import { tagProblems, type PlacedElement } from './check-tags.ts'
import { inOrderOfRank, type PolicyProblem, type TextPlace } from './problem.ts'
import { placesIn } from './text-place.ts'

/** Texts that look like unfilled placeholders. */
const PLACEHOLDER_LIKE = new RegExp(
  [
    String.raw`\{\{[^{}\n]{1,60}\}\}`,
    String.raw`\{%[^%\n]{0,80}%\}`,
    String.raw`\{[A-Za-z][\w .-]{0,40}\}`,
    String.raw`\[(?:your|insert|company|name|date|x+)\b[^\]\n]{0,40}\]`,
    String.raw`\[_[^\][\n]{1,40}_\]`,
    String.raw`(?:<<|&lt;&lt;)\s?[A-Za-z][\w .-]{0,40}(?:>>|&gt;&gt;)`,
    // Not the percent-encoding of an address.
    String.raw`(?<![\w%])%[A-Za-z][A-Za-z_]{2,40}%(?![\dA-Fa-f]{2})`,
    'lorem ipsum',
  ].join('|'),
  'gi',
)
const GAP = /_{4,}/g
const HIDDEN_EMAIL = /\[email(?:\s|&nbsp;|&#160;){0,3}protected\]/gi
const FIELDS: Record<PlaceholderKey, string> = {
  name: 'companyName',
  address: 'companyAddress',
  email: 'companyEmail',
  phone: 'companyPhone',
  logoUrl: 'companyLogoUrl',
}
/** Elements without content that shoppers would miss. */
const CODE = ['style', 'title', 'template', 'noscript', 'noembed', 'noframes']
const NAMED_MAX = 6
const MISSING_ALT = '<img> has no alt text: describe the picture, or write alt="" for one that only decorates'

/** Every part of a policy's HTML that its page does not show as written, what breaks first, then by line. */
export function checkPolicyHtml(
  html: string,
  record: object,
  links: LinkTargets = { hosts: [] },
): PolicyProblem[] {
  if (Buffer.byteLength(html) > POLICY_MAX_BYTES) {
    const limit = `${POLICY_MAX_BYTES / 1024} KB`
    return [breaks(`the policy is larger than ${limit}, the limit of a policy: shorten it`)]
  }
  const found = [...openPlaceholders(html, record), ...leftovers(html), ...problemsOfElements(html, links)]
  return inOrderOfRank(found.toSorted((one, other) => one.line - other.line || one.column - other.column))
}

function breaks(says: string): PolicyProblem {
  return { line: 1, column: 1, rank: 'breaks', says }
}

function openPlaceholders(html: string, record: object): PolicyProblem[] {
  const problems: PolicyProblem[] = []
  const filled = replacePlaceholders(html, (key) => {
    const field = FIELDS[key]
    // Same length as an empty value, so that line numbers stay correct.
    return Reflect.get(record, field) ? '' : `\u0000${field}\u0000`
  })
  const placeOfField = placesIn(filled)
  for (const match of filled.matchAll(/\u0000(\w+)\u0000/g)) {
    const says = `the placeholder for ${match[1]} has no value: add "${match[1]}" to the store info`
    problems.push({ ...placeOfField(match.index), rank: 'wrong', says })
  }
  const placeOfText = placesIn(filled)
  for (const match of filled.matchAll(PLACEHOLDER_LIKE)) {
    const written = match[0].replaceAll('&lt;', '<').replaceAll('&gt;', '>')
    problems.push({
      ...placeOfText(match.index),
      rank: 'wrong',
      says: `"${written}" is not a placeholder: write the text itself`,
    })
  }
  return problems
}

/** Gaps of a form, and addresses that Cloudflare hid on the page from which the policy was copied. */
function leftovers(html: string): PolicyProblem[] {
  const gaps = linesOf(html, GAP, () => '"____" is a gap to fill in: write the text itself')
  const emails = linesOf(html, HIDDEN_EMAIL, (index) => {
    const code = /data-cfemail="([\da-f]{4,400})"[^<>]*>$/i.exec(
      html.slice(Math.max(0, index - 600), index),
    )?.[1]
    const address = code === undefined ? 'the email address itself' : decodeEmail(code)
    return `"[email protected]" is an email address that Cloudflare has hidden: write ${address}`
  })
  return [...gaps, ...emails]
}

/** https://developers.cloudflare.com/waf/tools/scrape-shield/email-address-obfuscation/ */
function decodeEmail(code: string): string {
  const [key = 0, ...bytes] = Buffer.from(code, 'hex')
  return String.fromCharCode(...bytes.map((byte) => byte ^ key)).replace(/[^\x21-\x7e]/g, '')
}

function linesOf(html: string, pattern: RegExp, say: (index: number) => string): PolicyProblem[] {
  const placeOf = placesIn(html)
  return [...html.matchAll(pattern)].map(({ index }) => ({
    ...placeOf(index),
    rank: 'wrong',
    says: say(index),
  }))
}

function problemsOfElements(html: string, links: LinkTargets): PolicyProblem[] {
  const document = parseDocument(html)
  if (!document)
    return [breaks('the policy has too many elements: its page shows its text without structure')]
  // Keyed by place: the parser repeats a formatting element that is never closed.
  const elements = new Map<number, PlacedElement>()
  let isReadable = false
  const nodes = [...document.childNodes]
  for (const node of nodes) {
    if (node.nodeName === '#text' && 'value' in node) isReadable ||= node.value.trim() !== ''
    if (!('tagName' in node)) continue
    const { tagName, sourceCodeLocation: place } = node
    isReadable ||= tagName === 'img'
    if (!DROPPED_WITH_CONTENT.includes(tagName)) nodes.push(...node.childNodes)
    // Elements that the parser adds have no place.
    if (place)
      elements.set(place.startOffset, { line: place.startLine, column: place.startCol, element: node })
  }
  const found = [...elements].toSorted(([one], [other]) => one - other).map(([, placed]) => placed)
  const targets = new Set(found.flatMap(({ element }) => targetsOf(element)))
  return [
    ...(isReadable ? [] : [breaks('the policy has no text: its page shows the built-in text instead')]),
    ...found.flatMap(({ element, ...place }) =>
      problemsOfElement(element, targets, links).map((says): PolicyProblem => ({
        ...place,
        rank: 'wrong',
        says,
      })),
    ),
    ...tagProblems(html, found),
    ...summarize(
      found.flatMap(({ element, ...place }) => removedFrom(element).map((one) => ({ ...place, ...one }))),
    ),
  ]
}

function targetsOf({ tagName, attrs }: HtmlElement): string[] {
  if (!POLICY_TAGS.includes(tagName)) return []
  return attrs.flatMap(({ name, value }) =>
    name === 'id' || (name === 'name' && tagName === 'a') ? [value] : [],
  )
}

function problemsOfElement(
  { tagName, attrs }: HtmlElement,
  targets: ReadonlySet<string>,
  links: LinkTargets,
): string[] {
  if (DROPPED_WITH_CONTENT.includes(tagName)) {
    return CODE.includes(tagName) ? [] : [`<${tagName}> is removed with everything in it`]
  }
  if (!POLICY_TAGS.includes(tagName)) return []
  const lacksAlt = tagName === 'img' && !attrs.some(({ name }) => name === 'alt')
  const ofAddresses = attrs.flatMap(({ name, value }) => {
    if ((name !== 'href' && name !== 'src') || !isAllowed(tagName, name)) return []
    const address = value.trim()
    const problem = addressProblem(tagName, name, address)
    return problem ?? (name === 'href' ? deadLink(address, targets, links) : undefined) ?? []
  })
  return lacksAlt ? [...ofAddresses, MISSING_ALT] : ofAddresses
}

function deadLink(href: string, targets: ReadonlySet<string>, links: LinkTargets): string | undefined {
  const target = inPageTarget(href)
  if (target === undefined) return href === '#' ? undefined : linkProblem(fillAddress(href), links)
  if (targets.has(target) || isPageTop(target)) return undefined
  return `the link "${href.slice(0, 60)}" leads nowhere: no element of the policy has the id "${target.slice(0, 60)}"`
}

interface Removal {
  /** `<font>`, or the name of an attribute. */
  what: string
  says: string
}

/** The tags and attributes of an element that the page leaves out, with all their text in place. */
function removedFrom({ tagName, attrs }: HtmlElement): Removal[] {
  const what = `<${tagName}>`
  if (DROPPED_WITH_CONTENT.includes(tagName)) {
    return CODE.includes(tagName) ? [{ what, says: `${what} is removed with everything in it` }] : []
  }
  if (!POLICY_TAGS.includes(tagName)) return [{ what, says: `${what} is removed; its text stays` }]
  return attrs.flatMap(({ name }) =>
    isAllowed(tagName, name) ? [] : [{ what: name, says: `the attribute ${name} of ${what} is removed` }],
  )
}

/** One problem for all removals, with the most frequent first. */
function summarize(removals: (Removal & TextPlace)[]): PolicyProblem[] {
  const [first, second] = removals
  if (!first) return []
  const { line, column } = first
  if (!second) return [{ line, column, rank: 'harmless', says: first.says }]
  const times = new Map<string, number>()
  for (const { what } of removals) times.set(what, (times.get(what) ?? 0) + 1)
  const names = [...times].toSorted(([, one], [, other]) => other - one).map(([what]) => what)
  const more = names.length > NAMED_MAX ? ` and ${names.length - NAMED_MAX} more` : ''
  const named = `${names.slice(0, NAMED_MAX).join(', ')}${more}`
  return [
    {
      line,
      column,
      rank: 'harmless',
      says: `${removals.length} tags and attributes are removed; their text stays: ${named}`,
    },
  ]
}

function isAllowed(tag: string, attribute: string): boolean {
  const properties = [...(POLICY_ATTRIBUTES['*'] ?? []), ...(POLICY_ATTRIBUTES[tag] ?? [])]
  return [...properties, ...Object.keys(POLICY_REQUIRED[tag] ?? {})].some(
    (one) => one.toLowerCase() === attribute,
  )
}

function fillAddress(value: string): string {
  return replacePlaceholders(value, () => 'https:')
}

function addressProblem(tag: string, name: string, value: string): string | undefined {
  const shown = `"${value.slice(0, 60)}"`
  if (tag === 'img') {
    if (POLICY_PICTURE.test(fillAddress(value))) return undefined
    return `<img> is removed: its src ${shown} must begin with https://`
  }
  if (isAllowedAddress(value, POLICY_SCHEMES)) return undefined
  return `the ${name} ${shown} of <${tag}> is removed: it must begin with one of ${POLICY_SCHEMES.join(', ')}`
}

/** The ids that links can lead to in a policy. */
export function targetsOfHtml(html: string): ReadonlySet<string> {
  const document = Buffer.byteLength(html) > POLICY_MAX_BYTES ? undefined : parseDocument(html)
  const targets = new Set<string>()
  const nodes = [...(document?.childNodes ?? [])]
  for (const node of nodes) {
    if (!('tagName' in node)) continue
    nodes.push(...node.childNodes)
    for (const target of targetsOf(node)) targets.add(target)
  }
  return targets
}
