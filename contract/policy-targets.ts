import type { Element } from 'hast'

import { POLICY_SLUGS } from './policy-rules.ts'
import { LANGUAGE_PREFIX } from './shop-paths.ts'

/** Begins each id of a policy on its page, so that none replaces an id of the page itself. */
export const TARGET_PREFIX = 'section-'

const POLICY_TARGET = new RegExp(`^/(?:${POLICY_SLUGS.join('|')})#.`)

/**
 * Prefixes the targets of in-page links and rewrites the links to them, here and to other policies. A name of an `<a>`
 * becomes its id. The first of equal ids counts, as in browsers. Idempotent.
 */
export function prefixTargets(elements: readonly Element[]): void {
  const idOf = new Map<string, string>()
  const taken = new Set<string>()
  for (const { properties } of elements) {
    const names = [properties.id, properties.name].flatMap((one) =>
      typeof one === 'string' && one !== '' ? [one.toWellFormed()] : [],
    )
    properties.id = properties.name = undefined
    const [first] = names
    if (first === undefined) continue
    const id = withPrefix(first)
    for (const name of names) if (!idOf.has(name)) idOf.set(name, id)
    if (taken.has(id)) continue
    taken.add(id)
    properties.id = id
  }
  for (const { properties } of elements) {
    if (typeof properties.href === 'string') properties.href = rewriteLink(properties.href, idOf)
  }
}

/** The target of an in-page link; `undefined` for other addresses. Without an element of that name, "top" is the page's top. */
export function inPageTarget(href: string): string | undefined {
  const address = href.trim()
  return address.startsWith('#') && address !== '#' ? decode(address.slice(1)) : undefined
}

export function isPageTop(target: string): boolean {
  return target.toLowerCase() === 'top'
}

function rewriteLink(href: string, idOf: ReadonlyMap<string, string>): string {
  const address = href.trim()
  if (POLICY_TARGET.test(address.replace(LANGUAGE_PREFIX, ''))) {
    const mark = address.indexOf('#') + 1
    return address.slice(0, mark) + withPrefix(address.slice(mark))
  }
  const target = inPageTarget(href)
  if (target === undefined) return href
  const id = idOf.get(target)
  if (id !== undefined) return `#${encodeURIComponent(id)}`
  return isPageTop(target) ? href : `#${withPrefix(href.trim().slice(1))}`
}

function withPrefix(id: string): string {
  return id.startsWith(TARGET_PREFIX) ? id : TARGET_PREFIX + id
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment).toWellFormed()
  } catch {
    return fragment
  }
}
