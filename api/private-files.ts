import { chmodSync, existsSync, lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import { join } from 'node:path'

/** Permissions of group and others. */
export const OTHERS = 0o077
const STICKY = 0o1000

export class SharedDirectoryError extends Error {
  override name = 'SharedDirectoryError'
}

/**
 * Takes the rights of other users from a directory of ours and from all of ours in it. Links in it are not followed.
 * False when the directory belongs to another user and is open.
 * @throws {SharedDirectoryError} the directory has other uses, such as /tmp or the folder of a project
 */
export function makePrivate(directory: string): boolean {
  const root = realpathSync(directory)
  const top = lstatSync(root)
  if (top.mode & STICKY || existsSync(join(root, 'package.json'))) throw new SharedDirectoryError(directory)
  if (!isOurs(top)) return (top.mode & OTHERS) === 0
  const open = [root]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    // The storefront clears its pictures and pages, which lie in the same directory, at any time.
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (!entry || entry.isSymbolicLink() || !isOurs(entry)) continue
    const { mode } = entry
    if (mode & OTHERS) unlessGone(() => chmodSync(path, mode & 0o700))
    if (!entry.isDirectory()) continue
    for (const name of unlessGone(() => readdirSync(path)) ?? []) open.push(join(path, name))
  }
  return true
}

/** Windows has neither owners nor modes of this kind. */
function isOurs({ uid }: Stats): boolean {
  const own = process.geteuid?.()
  return own === undefined || own === 0 || own === uid
}

function unlessGone<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
