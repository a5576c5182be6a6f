import { constants } from 'node:fs'
import { lstat, mkdir, open, realpath, rm, type FileHandle } from 'node:fs/promises'
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path'

/** Constraints on a file that others name. */
export interface FileKind {
  /** With dot, in lower case. */
  extensions: readonly string[]
  maxBytes: number
}

export type Refusal = 'missing' | 'outside' | 'kind' | 'size'

/** The message is a clause without a full stop, such as `../keys leads out of the folder /shops/silk`. */
export class FolderFileError extends Error {
  override name = 'FolderFileError'
  readonly refusal: Refusal

  constructor(refusal: Refusal, message: string) {
    super(message)
    this.refusal = refusal
  }
}

// Opening a FIFO would block, hence O_NONBLOCK. The path is resolved already, hence O_NOFOLLOW. Windows has neither
// flag.
const FLAGS: Partial<typeof constants> = constants
const READ = constants.O_RDONLY | (FLAGS.O_NONBLOCK ?? 0) | (FLAGS.O_NOFOLLOW ?? 0)
const WRITE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (FLAGS.O_NOFOLLOW ?? 0)

/**
 * Opens a file for reading that a store info, catalogue or caller names: a regular file of this kind that is below
 * `folder` after all links are resolved. The caller closes it.
 * @throws {FolderFileError} the file does not meet this
 */
export async function openInFolder(folder: string, name: string, kind: FileKind): Promise<FileHandle> {
  const path = await realPathIn(folder, name)
  if (!kind.extensions.includes(extname(path).toLowerCase())) {
    throw new FolderFileError('kind', `${name} does not end in ${kind.extensions.join(' or ')}`)
  }
  const file = await open(path, READ).catch(() => {
    throw new FolderFileError('missing', `there is no file ${join(folder, name)} that can be read`)
  })
  try {
    const info = await file.stat()
    if (!info.isFile()) throw new FolderFileError('kind', `${name} is not a regular file`)
    if (info.size > kind.maxBytes) {
      throw new FolderFileError('size', `${name} is larger than ${Math.floor(kind.maxBytes / 1024)} KB`)
    }
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/**
 * Reads a file inside a folder, as `openInFolder` opens it.
 * @throws {FolderFileError} the file does not meet the constraints
 */
export async function readInFolder(folder: string, name: string, kind: FileKind): Promise<Buffer> {
  await using file = await openInFolder(folder, name, kind)
  return await file.readFile()
}

/**
 * The path at which to write a file below `folder`: the file itself, or the target of a link that stays inside.
 * Creates the folders on the way.
 * @throws {FolderFileError} a link leads elsewhere
 */
export async function pathToWrite(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const parent = await unlessMissing(realPathIn(folder, dirname(name)))
  if (parent === undefined) {
    await mkdir(join(folder, dirname(name)))
    return join(folder, name)
  }
  const target = await unlessMissing(realPathIn(folder, name))
  if (target !== undefined) return target
  const path = join(parent, basename(name))
  const isLink = (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false
  if (isLink) throw new FolderFileError('missing', `${name} is a link to a file that does not exist`)
  return path
}

/**
 * Writes a file below `folder`.
 * @throws {FolderFileError} a link leads elsewhere
 */
export async function writeInFolder(folder: string, name: string, content: string): Promise<void> {
  await using file = await open(await pathToWrite(folder, name), WRITE, 0o666)
  await file.writeFile(content)
}

/**
 * Removes a file below `folder` if it exists; removes a link itself, not its target.
 * @throws {FolderFileError} a link leads elsewhere
 */
export async function removeInFolder(folder: string, name: string): Promise<void> {
  const parent = await unlessMissing(realPathIn(folder, dirname(name)))
  if (parent !== undefined) await rm(join(parent, basename(name)), { force: true })
}

async function unlessMissing(path: Promise<string>): Promise<string | undefined> {
  return path.catch((error: unknown) => {
    if (error instanceof FolderFileError && error.refusal === 'missing') return undefined
    throw error
  })
}

async function realPathIn(folder: string, name: string): Promise<string> {
  const outside = () => new FolderFileError('outside', `${name} leads out of the folder ${folder}`)
  if (!isBelow(resolve(folder), resolve(folder, name))) throw outside()
  const missing = () => new FolderFileError('missing', `there is no file ${join(folder, name)}`)
  const path = await realpath(join(folder, name)).catch(() => {
    throw missing()
  })
  if (!isBelow(await realpath(folder), path)) throw outside()
  return path
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return !isAbsolute(way) && way.split(/[/\\]/)[0] !== '..'
}
