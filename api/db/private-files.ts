import { NodeFS } from '@electric-sql/pglite/nodefs'
import { chmodSync, existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { join } from 'node:path'

/** Permissions of group and others. */
const OTHERS = 0o077
const STICKY = 0o1000

export class SharedDirectoryError extends Error {
  override name = 'SharedDirectoryError'
}

/**
 * Removes the permissions of other users from our directory and our entries in it, without following links. False
 * when the directory belongs to another user and is open to others.
 * @throws {SharedDirectoryError} the directory is shared, such as /tmp, or holds a project
 */
export function makePrivate(directory: string): boolean {
  const root = realpathSync(directory)
  const top = lstatSync(root)
  if (top.mode & STICKY || existsSync(join(root, 'package.json'))) throw new SharedDirectoryError(directory)
  if (!isOurs(top)) return (top.mode & OTHERS) === 0
  const open = [root]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    // The storefront removes its pictures and pages in this directory at any time.
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (!entry || entry.isSymbolicLink() || !isOurs(entry)) continue
    const { mode } = entry
    if (mode & OTHERS) ignoreMissing(() => chmodSync(path, mode & 0o700))
    if (!entry.isDirectory()) continue
    for (const name of ignoreMissing(() => readdirSync(path)) ?? []) open.push(join(path, name))
  }
  return true
}

/** Always true on Windows, which has no such owners and modes. */
function isOurs({ uid }: Stats): boolean {
  const own = process.geteuid?.()
  return own === undefined || own === 0 || own === uid
}

function ignoreMissing<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

type NodeFsInit = NodeFS['init']

/** Emscripten's Node file system, as far as it sets modes. */
interface NodeOperations {
  mknod(parent: object, name: string, mode: number, device: number): object
  setattr(node: object, attributes: { mode?: number }): void
}

/** PGlite's files without access for other users. PGlite sets modes with chmod, mostly 0666, so a umask has no effect. */
export class PrivateNodeFS extends NodeFS {
  override async init(...[pglite, options]: Parameters<NodeFsInit>): ReturnType<NodeFsInit> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const preRun: typeof emscriptenOpts.preRun = [
      (module) => withoutOthers((module.NODEFS as { node_ops: NodeOperations }).node_ops),
      ...(emscriptenOpts.preRun ?? []),
    ]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

function withoutOthers(operations: NodeOperations): void {
  const mknod = operations.mknod.bind(operations)
  const setattr = operations.setattr.bind(operations)
  operations.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~OTHERS, device)
  operations.setattr = (node, attributes) =>
    setattr(
      node,
      attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~OTHERS },
    )
}
