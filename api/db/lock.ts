import { readFileSync, rmSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

export class DataDirectoryInUseError extends Error {
  override name = 'DataDirectoryInUseError'

  constructor(directory: string, pid: number) {
    super(
      `The data directory ${directory} is in use by process ${pid}. ` +
        'Stop it first, or point DATA_DIR elsewhere.',
    )
  }
}

const LOCK_FILE = 'lock'

/** Locks held by this process, to tell a second opening in this process from a stale lock file. */
const held = new Set<string>()

/**
 * Locks the directory for this process and returns the function that unlocks it. A lock of an ended process is stale
 * and is replaced.
 * @throws {DataDirectoryInUseError} another running process holds it
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const path = join(resolve(directory), LOCK_FILE)
  if (held.has(path)) throw new DataDirectoryInUseError(directory, process.pid)

  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid) })
  while (!(await create(path, mine))) {
    const found = await unlessMissing(readFile(path, 'utf8'))
    if (found === undefined) continue
    const owner = livingOwner(found)
    if (owner) throw new DataDirectoryInUseError(directory, owner)
    await removeStale(path, found)
  }

  held.add(path)
  const onExit = () => rmSync(path, { force: true })
  process.once('exit', onExit)
  return async () => {
    if (!held.delete(path)) return
    process.off('exit', onExit)
    await rm(path, { force: true })
  }
}

/** Creates the file with its whole text at once: another process would take an empty lock for a stale one. */
async function create(path: string, text: string): Promise<boolean> {
  const draft = `${path}.${process.pid}`
  await writeFile(draft, text, { mode: 0o600 })
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Removes the lock with this text. Another process may have replaced it since it was read: that lock is put back. */
async function removeStale(path: string, text: string): Promise<void> {
  const moved = `${path}.${process.pid}.stale`
  await unlessMissing(rename(path, moved))
  const found = await unlessMissing(readFile(moved, 'utf8'))
  if (found !== undefined && found !== text) await create(path, found)
  await rm(moved, { force: true })
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
}

function livingOwner(lock: string): number | undefined {
  const match = /^\{"pid":(\d+),"started":"(\d*)"\}$/.exec(lock)
  const pid = Number(match?.[1])
  if (!match || pid === process.pid || !isAlive(pid)) return undefined
  return match[2] === startOf(pid) ? pid : undefined
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Start time of a process where the system provides it (Linux), which tells reused process ids apart. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
