import { decodeHTML } from 'entities'
import { escapeUTF8 } from 'entities/escape'

import { DROPPED_WITH_CONTENT, HTML_MAX_LENGTH } from '@tanabana/contract/sanitize-html.ts'

const BLOCKS = 'h[1-6]|p|div|section|ul|ol|dl|table|blockquote|pre|hr|address|figure|details'
const BLOCK_START = new RegExp(`<(?:${BLOCKS})[\\s/>]`, 'gi')
const BLOCK_TAG = new RegExp(`</?(?:${BLOCKS}|br|li|dt|dd|tr|summary|caption)(?:[\\s/][^<>]*)?>`, 'gi')
const DROPPED_START = new RegExp(`<(?:!--|(${DROPPED_WITH_CONTENT.join('|')})(?=[\\s/>]))`)

/**
 * Cuts HTML into parts that are short enough to sanitize, each before an element that begins a block. An element that
 * is open at a cut ends there.
 */
export function* htmlParts(html: string): Iterable<string> {
  let start = 0
  while (html.length - start > HTML_MAX_LENGTH) {
    const part = html.slice(start, start + HTML_MAX_LENGTH)
    const cut = [...part.matchAll(BLOCK_START)].at(-1)?.index ?? 0
    const end = cut > 0 ? cut : Math.max(part.lastIndexOf('<'), 0) || part.length
    yield part.slice(0, end)
    start += end
  }
  yield html.slice(start)
}

/** Returns the text of HTML of any size as one paragraph per block, with everything escaped. Takes linear time. */
export function stripTags(html: string): string {
  const text = withoutDropped(html)
    .replace(BLOCK_TAG, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
  return decodeHTML(text)
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [`<p>${escapeUTF8(line.trim())}</p>`]))
    .join('')
}

/** Removes comments and elements whose content is not text of the page. */
function withoutDropped(html: string): string {
  const kept: string[] = []
  const starts = new RegExp(DROPPED_START, 'gi')
  for (let from = 0; ; from = starts.lastIndex) {
    const start = starts.exec(html)
    kept.push(html.slice(from, start?.index))
    if (!start) return kept.join('')
    const ends = new RegExp(start[1] === undefined ? '-->' : `</${start[1]}[^<>]*>`, 'gi')
    ends.lastIndex = starts.lastIndex
    if (!ends.test(html)) return kept.join('')
    starts.lastIndex = ends.lastIndex
  }
}
