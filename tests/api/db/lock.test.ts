import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { lockDirectory } from '../../../api/db/lock.ts'

const LOCK_MODULE = fileURLToPath(new URL('../../../api/db/lock.ts', import.meta.url))

/** Another file of this worker may have loaded the module without the mock below. */
vi.hoisted(() => vi.resetModules())

/** Runs once, before the module under test moves or removes a lock file. */
const beforeRemoval = vi.hoisted(() => ({ run: () => Promise.resolve() }))

vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs/promises')>()
  const intercept = async (path: unknown) => {
    if (!String(path).endsWith('/lock')) return
    const { run } = beforeRemoval
    beforeRemoval.run = () => Promise.resolve()
    await run()
  }
  const rename: typeof fs.rename = async (from, to) => {
    await intercept(from)
    await fs.rename(from, to)
  }
  const rm: typeof fs.rm = async (path, options) => {
    await intercept(path)
    await fs.rm(path, options)
  }
  return { ...fs, rename, rm }
})

/** Another process that holds the lock of `held` until it is killed. */
async function startHolder(held: string): Promise<ChildProcess> {
  const script = `await (await import(${JSON.stringify(LOCK_MODULE)})).lockDirectory(process.argv[1]); console.log('held'); setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script, held])
  await once(holder.stdout, 'data')
  return holder
}

async function kill(holder: ChildProcess): Promise<void> {
  holder.kill('SIGKILL')
  await once(holder, 'exit')
}

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tanabana-lock-'))
})

afterEach(() => rm(directory, { recursive: true, force: true }))

describe('the lock of the data directory', () => {
  it(
    'refuses a second process with a sentence that names the remedy',
    { tags: ['@decision-14.1'] },
    async () => {
      const other = await startHolder(directory)
      try {
        await expect(lockDirectory(directory)).rejects.toThrow(
          `The data directory ${directory} is in use by process ${other.pid}. Stop it first, or point DATA_DIR elsewhere.`,
        )
      } finally {
        await kill(other)
      }
      // What the killed process left behind is no obstacle.
      const unlock = await lockDirectory(directory)
      await unlock()
    },
  )

  it('refuses a second opening in the same process', async () => {
    const unlock = await lockDirectory(directory)
    await expect(lockDirectory(directory)).rejects.toThrow(`is in use by process ${process.pid}`)
    await unlock()
  })

  it('is free again after its release', async () => {
    await (
      await lockDirectory(directory)
    )()
    const unlock = await lockDirectory(directory)
    expect(await readFile(join(directory, 'lock'), 'utf8')).toContain(`"pid":${process.pid}`)
    await unlock()
  })

  it.each([
    ['of a process that ended', () => ({ pid: spawnSync('true').pid, started: '1' })],
    ['of a process whose number was given again', () => ({ pid: process.ppid, started: '1' })],
  ])('replaces a lock that is left %s', async (_case, owner) => {
    await writeFile(join(directory, 'lock'), JSON.stringify(owner()))
    const unlock = await lockDirectory(directory)
    await unlock()
  })

  it('keeps the lock of a process that replaces a stale lock first', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'tanabana-lock-'))
    const other = await startHolder(elsewhere)
    try {
      const path = join(directory, 'lock')
      const lockOfOther = await readFile(join(elsewhere, 'lock'), 'utf8')
      await writeFile(path, JSON.stringify({ pid: spawnSync('true').pid, started: '1' }))
      beforeRemoval.run = () => writeFile(path, lockOfOther)
      await expect(lockDirectory(directory)).rejects.toThrow(`is in use by process ${other.pid}`)
      expect(await readFile(path, 'utf8')).toBe(lockOfOther)
      expect(await readdir(directory)).toEqual(['lock'])
    } finally {
      await kill(other)
      await rm(elsewhere, { recursive: true, force: true })
    }
  })

  it('replaces an incomplete lock file', async () => {
    await writeFile(join(directory, 'lock'), '{"pid":')
    const unlock = await lockDirectory(directory)
    await unlock()
  })
})
