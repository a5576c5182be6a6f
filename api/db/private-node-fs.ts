import { NodeFS } from '@electric-sql/pglite/nodefs'

import { OTHERS } from '../private-files.ts'

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
