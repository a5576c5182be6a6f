import { LRUCache } from 'lru-cache'

import { hashSource } from '../http/hash-source.ts'

const HASH = / ('sha256-[\w+/]+=')/g
/** Data blocks, which a policy does not check; most have a text of their own on each page. */
const DATA_BLOCK = /\stype="application\/(?:ld\+)?json"/

/** Scripts and styles of the build come again on every page. */
const knownSources = new LRUCache<string, string>({ max: 200 })

/**
 * Returns a content security policy with only the hashes of scripts and styles that are in this HTML (`latin1`). That of a
 * build has those of all pages.
 */
export function withUsedHashes(policy: string, html: string): string {
  const used = new Set([...textsIn('script', html), ...textsIn('style', html)].map(sourceOf))
  return policy.replace(HASH, (source, hash: string) => (used.has(hash) ? source : ''))
}

function textsIn(tag: 'script' | 'style', html: string): string[] {
  const parts = html.split(`</${tag}>`).slice(0, -1)
  return parts.flatMap((part) => {
    const start = part.lastIndexOf(`<${tag}`)
    const textStart = part.indexOf('>', start) + 1
    return DATA_BLOCK.test(part.slice(start, textStart)) ? [] : part.slice(textStart)
  })
}

function sourceOf(text: string): string {
  const known = knownSources.get(text)
  if (known !== undefined) return known
  const source = hashSource(text, 'latin1')
  knownSources.set(text, source)
  return source
}
