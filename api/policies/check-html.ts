import { MARKUP_MAX_LENGTH } from '../../src/lib/schemas/clean-markup.ts'
import {
  DROPPED_WITH_CONTENT,
  POLICY_ATTRIBUTES,
  POLICY_PICTURE_SCHEMES,
  POLICY_SCHEMES,
  POLICY_TAGS,
} from '../../src/lib/schemas/policy-markup.ts'
import { replacePlaceholders, type PlaceholderKey } from '../../src/lib/schemas/placeholders.ts'

/** A place in a policy, and what is wrong there. */
export interface PolicyProblem {
  line: number
  says: string
}

const TAG_START = /<([a-z][\w:-]*)/gi
/** A quoted value, or the end of the tag: a `>` in a value does not end it. */
const VALUE_OR_END = /=\s*(?:"[^"]*"|'[^']*')|>/g
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g
// A comment without an end goes on to the end, so nothing is read twice.
// eslint-disable-next-line no-restricted-syntax
const COMMENT = /<!--[^]*?(?:-->|$)/g
/** What looks like something to be filled in. */
const LOOKS_OPEN =
  /\{\{[^{}\n]{1,60}\}\}|\{[A-Za-z][\w .-]{0,40}\}|\[(?:your|insert|company|name|date|x+)\b[^\]\n]{0,40}\]|lorem ipsum/gi
const FIELDS: Record<PlaceholderKey, string> = {
  name: 'companyName',
  address: 'companyAddress',
  email: 'companyEmail',
  phone: 'companyPhone',
  logoUrl: 'companyLogoUrl',
}

/** Everything of a policy's HTML that its page does not show as it is written, by line. */
export function checkPolicyHtml(html: string, record: object): PolicyProblem[] {
  if (html.length > MARKUP_MAX_LENGTH) {
    const most = MARKUP_MAX_LENGTH.toLocaleString('en-IN')
    return [
      {
        line: 1,
        says: `the policy is longer than ${most} characters: its page shows the built-in text instead`,
      },
    ]
  }
  return [...openPlaceholders(html, record), ...cleanedAway(html)].toSorted(
    (one, other) => one.line - other.line,
  )
}

function openPlaceholders(html: string, record: object): PolicyProblem[] {
  const problems: PolicyProblem[] = []
  const filled = replacePlaceholders(html, (key) => {
    const field = FIELDS[key]
    // As long as an empty value, so that lines stay where they are.
    return Reflect.get(record, field) ? '' : `\u0000${field}\u0000`
  })
  const lineOfField = countLines(filled)
  for (const match of filled.matchAll(/\u0000(\w+)\u0000/g)) {
    const says = `the placeholder for ${match[1]} has no value: add "${match[1]}" to the store record`
    problems.push({ line: lineOfField(match.index), says })
  }
  const lineOfText = countLines(filled)
  for (const match of filled.matchAll(LOOKS_OPEN)) {
    problems.push({
      line: lineOfText(match.index),
      says: `"${match[0]}" is not a placeholder: write the text itself`,
    })
  }
  return problems
}

function cleanedAway(html: string): PolicyProblem[] {
  const visible = html.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, ' '))
  const lineOf = countLines(visible)
  return [...tagsOf(visible)].flatMap(({ name, attributes, index }) => {
    const line = lineOf(index)
    return problemsOfTag(name, attributes).map((says) => ({ line, says }))
  })
}

/** Each tag that begins something, read once from front to back: no text makes this slow. T25 */
function* tagsOf(html: string) {
  const [start, valueOrEnd] = [new RegExp(TAG_START), new RegExp(VALUE_OR_END)]
  for (let found = start.exec(html); found; found = start.exec(html)) {
    valueOrEnd.lastIndex = start.lastIndex
    let end = valueOrEnd.exec(html)
    while (end && end[0] !== '>') end = valueOrEnd.exec(html)
    if (!end) return
    const [, name = ''] = found
    yield {
      name: name.toLowerCase(),
      attributes: html.slice(start.lastIndex, end.index),
      index: found.index,
    }
    start.lastIndex = valueOrEnd.lastIndex
  }
}

function problemsOfTag(tag: string, text: string): string[] {
  if (DROPPED_WITH_CONTENT.includes(tag)) return [`<${tag}> is removed with everything in it`]
  if (!POLICY_TAGS.includes(tag)) return [`<${tag}> is removed; its text stays`]
  const allowed = [...(POLICY_ATTRIBUTES['*'] ?? []), ...(POLICY_ATTRIBUTES[tag] ?? [])]
  const attributes = [...text.matchAll(ATTRIBUTE)].map(([, name = '', one, other, bare]) => ({
    name: name.toLowerCase(),
    value: (one ?? other ?? bare ?? '').trim(),
  }))
  const taken = attributes.filter(({ name }) => !allowed.includes(name))
  const addresses = attributes.filter(({ name }) => name === 'href' || name === 'src')
  return [
    ...taken.map(({ name }) => `the attribute ${name} of <${tag}> is removed`),
    ...addresses.flatMap(({ name, value }) => addressProblem(tag, name, value)),
  ]
}

function addressProblem(tag: string, name: string, value: string): string[] {
  const schemes = tag === 'img' ? POLICY_PICTURE_SCHEMES : POLICY_SCHEMES
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase()
  if (tag === 'img' && (!scheme || !schemes.includes(scheme))) {
    return [`<img> is removed: its src "${value.slice(0, 60)}" must begin with https://`]
  }
  if ((scheme && !schemes.includes(scheme)) || value.startsWith('//')) {
    return [
      `the ${name} "${value.slice(0, 60)}" of <${tag}> is removed: it must begin with one of ${schemes.join(', ')}`,
    ]
  }
  return []
}

/** The number of the line that an index is in, for indices that rise. */
function countLines(text: string): (index: number) => number {
  let [line, seen] = [1, 0]
  return (index) => {
    for (; seen < index; seen += 1) if (text[seen] === '\n') line += 1
    return line
  }
}
