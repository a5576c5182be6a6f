import {
  DROPPED_WITH_CONTENT,
  POLICY_ATTRIBUTES,
  POLICY_PICTURE,
  POLICY_REQUIRED,
  POLICY_SCHEMES,
  POLICY_TAGS,
  HTML_MAX_LENGTH,
  isAllowedAddress,
  parseDocument,
  type HtmlElement,
} from '../../src/lib/contract/sanitize-html.ts'
import { replacePlaceholders, type PlaceholderKey } from '../../src/lib/contract/text.ts'

/** A problem in a policy and its line. */
export interface PolicyProblem {
  line: number
  says: string
}

/** Texts that look like unfilled placeholders. */
const PLACEHOLDER_LIKE =
  /\{\{[^{}\n]{1,60}\}\}|\{[A-Za-z][\w .-]{0,40}\}|\[(?:your|insert|company|name|date|x+)\b[^\]\n]{0,40}\]|lorem ipsum/gi
const FIELDS: Record<PlaceholderKey, string> = {
  name: 'companyName',
  address: 'companyAddress',
  email: 'companyEmail',
  phone: 'companyPhone',
  logoUrl: 'companyLogoUrl',
}

/** Every part of a policy's HTML that its page does not show as written, by line. */
export function checkPolicyHtml(html: string, record: object): PolicyProblem[] {
  if (html.length > HTML_MAX_LENGTH) {
    const most = HTML_MAX_LENGTH.toLocaleString('en-IN')
    return [
      {
        line: 1,
        says: `the policy is longer than ${most} characters: its page shows the built-in text instead`,
      },
    ]
  }
  return [...openPlaceholders(html, record), ...removedFrom(html)].toSorted(
    (one, other) => one.line - other.line,
  )
}

function openPlaceholders(html: string, record: object): PolicyProblem[] {
  const problems: PolicyProblem[] = []
  const filled = replacePlaceholders(html, (key) => {
    const field = FIELDS[key]
    // Same length as an empty value, so that line numbers stay correct.
    return Reflect.get(record, field) ? '' : `\u0000${field}\u0000`
  })
  const lineOfField = countLines(filled)
  for (const match of filled.matchAll(/\u0000(\w+)\u0000/g)) {
    const says = `the placeholder for ${match[1]} has no value: add "${match[1]}" to the store info`
    problems.push({ line: lineOfField(match.index), says })
  }
  const lineOfText = countLines(filled)
  for (const match of filled.matchAll(PLACEHOLDER_LIKE)) {
    problems.push({
      line: lineOfText(match.index),
      says: `"${match[0]}" is not a placeholder: write the text itself`,
    })
  }
  return problems
}

function removedFrom(html: string): PolicyProblem[] {
  const document = parseDocument(html)
  if (!document) {
    return [{ line: 1, says: 'the policy has too many elements: its page shows the built-in text instead' }]
  }
  const problems = new Map<number, PolicyProblem[]>()
  const nodes = [...document.childNodes]
  for (const node of nodes) {
    if (!('tagName' in node)) continue
    const { tagName, sourceCodeLocation: place } = node
    if (!DROPPED_WITH_CONTENT.includes(tagName)) nodes.push(...node.childNodes)
    // Elements that the parser adds have no location; a formatting element that it reopens has the location of the
    // original.
    if (!place) continue
    problems.set(
      place.startOffset,
      problemsOfElement(node).map((says) => ({ line: place.startLine, says })),
    )
  }
  return [...problems].toSorted(([one], [other]) => one - other).flatMap(([, found]) => found)
}

function problemsOfElement({ tagName, attrs }: HtmlElement): string[] {
  if (DROPPED_WITH_CONTENT.includes(tagName)) return [`<${tagName}> is removed with everything in it`]
  if (!POLICY_TAGS.includes(tagName)) return [`<${tagName}> is removed; its text stays`]
  const properties = [...(POLICY_ATTRIBUTES['*'] ?? []), ...(POLICY_ATTRIBUTES[tagName] ?? [])]
  const allowed = [...properties, ...Object.keys(POLICY_REQUIRED[tagName] ?? {})].map((one) =>
    one.toLowerCase(),
  )
  return attrs.flatMap(({ name, value }) => {
    if (!allowed.includes(name)) return [`the attribute ${name} of <${tagName}> is removed`]
    return name === 'href' || name === 'src' ? addressProblem(tagName, name, value.trim()) : []
  })
}

function addressProblem(tag: string, name: string, value: string): string[] {
  const shown = `"${value.slice(0, 60)}"`
  if (tag === 'img') {
    const filled = replacePlaceholders(value, () => 'https:')
    return POLICY_PICTURE.test(filled) ? [] : [`<img> is removed: its src ${shown} must begin with https://`]
  }
  if (isAllowedAddress(value, POLICY_SCHEMES)) return []
  return [
    `the ${name} ${shown} of <${tag}> is removed: it must begin with one of ${POLICY_SCHEMES.join(', ')}`,
  ]
}

/** Returns a function from index to line number, for ascending indices. */
function countLines(text: string): (index: number) => number {
  let [line, seen] = [1, 0]
  return (index) => {
    for (; seen < index; seen += 1) if (text[seen] === '\n') line += 1
    return line
  }
}
