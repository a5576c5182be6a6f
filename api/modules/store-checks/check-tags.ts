import { POLICY_TAGS } from '@tanabana/contract/policy-rules.ts'
import { DROPPED_WITH_CONTENT, type HtmlElement } from '@tanabana/contract/sanitize-html.ts'
import type { PolicyProblem, TextPlace } from './problem.ts'
import { placesIn } from './text-place.ts'

/** An element of a policy with its place. */
export interface PlacedElement extends TextPlace {
  element: HtmlElement
}

/** Elements whose end tag HTML lets authors leave out, and those without one. */
const MAY_LACK_END = new Set([
  ...['html', 'head', 'body', 'p', 'li', 'dt', 'dd', 'option', 'optgroup', 'colgroup', 'rt', 'rp'],
  ...['thead', 'tbody', 'tfoot', 'tr', 'td', 'th'],
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'],
])
/** Tags that are opened and never closed, or closed and never opened: a page shows the rest of the policy otherwise. */
export function tagProblems(html: string, elements: readonly PlacedElement[]): PolicyProblem[] {
  const unclosed = elements.flatMap(({ element, line, column }): PolicyProblem[] => {
    const { tagName, sourceCodeLocation: place } = element
    if (!POLICY_TAGS.includes(tagName) || MAY_LACK_END.has(tagName) || !place || place.endTag) return []
    return [{ line, column, rank: 'wrong', says: `<${tagName}> is never closed: write </${tagName}>` }]
  })
  const dropped = elements.flatMap(({ element: { tagName, sourceCodeLocation: place } }) =>
    place && DROPPED_WITH_CONTENT.includes(tagName) ? [place] : [],
  )
  const isDropped = (index: number) =>
    dropped.some(({ startOffset, endOffset }) => index > startOffset && index < endOffset)
  const ends = new Set(elements.map(({ element }) => element.sourceCodeLocation?.endTag?.startOffset))
  const placeOf = placesIn(html)
  const stray = endTags(html).flatMap(({ index, name }): PolicyProblem[] => {
    if (ends.has(index) || isDropped(index)) return []
    if (!POLICY_TAGS.includes(name) || MAY_LACK_END.has(name)) return []
    return [{ ...placeOf(index), rank: 'wrong', says: `</${name}> closes nothing: remove it` }]
  })
  return [...unclosed, ...stray]
}

const TAG_NAME = /[a-z][a-z0-9-]*/iy

/** The end tags outside comments, with their index. */
function endTags(html: string): { index: number; name: string }[] {
  const found: { index: number; name: string }[] = []
  for (let index = html.indexOf('<'); index !== -1; index = html.indexOf('<', index + 1)) {
    if (html.startsWith('<!--', index)) {
      const end = html.indexOf('-->', index)
      if (end === -1) break
      index = end
    } else if (html[index + 1] === '/') {
      TAG_NAME.lastIndex = index + 2
      const [name] = TAG_NAME.exec(html) ?? []
      if (name !== undefined) found.push({ index, name: name.toLowerCase() })
    }
  }
  return found
}
