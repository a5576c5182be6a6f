import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { lockDirectory } from '../../../api/db/lock.ts'

const LOCK_MODULE = fileURLToPath(new URL('../../../api/db/lock.ts', import.meta.url))

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tanabana-lock-'))
})

afterEach(() => rm(directory, { recursive: true, force: true }))

describe('the lock of the data directory', () => {
  it('refuses a second process with a sentence that names the remedy', async () => {
    const script = `await (await import(${JSON.stringify(LOCK_MODULE)})).lockDirectory(process.argv[1]); console.log('held'); setInterval(() => {}, 1000)`
    const other = spawn(process.execPath, ['--input-type=module', '-e', script, directory])
    await once(other.stdout, 'data')
    try {
      await expect(lockDirectory(directory)).rejects.toThrow(
        `The data directory ${directory} is in use by process ${other.pid}. Stop it first, or point DATA_DIR elsewhere.`,
      )
    } finally {
      other.kill('SIGKILL')
      await once(other, 'exit')
    }
    // What the killed process left behind is no obstacle.
    const unlock = await lockDirectory(directory)
    await unlock()
  })

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

  it('replaces an incomplete lock file', async () => {
    await writeFile(join(directory, 'lock'), '{"pid":')
    const unlock = await lockDirectory(directory)
    await unlock()
  })
})
