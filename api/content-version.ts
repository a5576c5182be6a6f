import { createHash } from 'node:crypto'

const LENGTH = 16

/** Returns the version of edited content: a short hash, equal for equal content in any order of keys. */
export function versionOf(content: unknown): string {
  return createHash('sha256')
    .update(content === undefined ? '' : canonical(content))
    .digest('hex')
    .slice(0, LENGTH)
}

/** JSON that is equal for equal values, whatever the order of keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
