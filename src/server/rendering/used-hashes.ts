import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

const HASH = / '(sha256-[\w+/]+=)'/g

/** Scripts and styles of the build come again on every page. */
const hashes = new LRUCache<string, string>({ max: 200 })

/**
 * Returns a content security policy with only the hashes of scripts and styles that are in this HTML (`latin1`). That of a
 * build has those of all pages.
 */
export function withUsedHashes(policy: string, html: string): string {
  const used = new Set([...textsIn('script', html), ...textsIn('style', html)].map(hashOf))
  return policy.replace(HASH, (source, hash: string) => (used.has(hash) ? source : ''))
}

function textsIn(tag: 'script' | 'style', html: string): string[] {
  const parts = html.split(`</${tag}>`).slice(0, -1)
  return parts.map((part) => part.slice(part.indexOf('>', part.lastIndexOf(`<${tag}`)) + 1))
}

function hashOf(text: string): string {
  const known = hashes.get(text)
  if (known !== undefined) return known
  const hash = `sha256-${createHash('sha256').update(text, 'latin1').digest('base64')}`
  hashes.set(text, hash)
  return hash
}
