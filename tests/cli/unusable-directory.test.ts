import { join } from 'node:path'

import { PGlite } from '@electric-sql/pglite'
import { expect, it, vi } from 'vitest'

import { openDatabase } from '../../api/db/index.ts'
import { runCommand } from '../../cli/run.ts'
import { listeningOutput } from './command-line.ts'
import { folderWith } from './shop-files.ts'

it.each(['data', 'data/below'])('reports in a sentence that %s is no folder for data', async (name) => {
  const dataDir = join(folderWith({ data: 'a file' }), name)
  const output = listeningOutput()
  const exitCode = await runCommand(['shop', 'list'], {
    ...{ database: () => openDatabase({ dataDir }), dataDir, cwd: '.', output },
    ...{ purge: async () => [], signal: new AbortController().signal },
  })
  expect([exitCode, output.problems]).toEqual([
    1,
    [`The data directory ${dataDir} is not a folder, or can't be written. Correct DATA_DIR.`],
  ])
})

it.each([
  ['the system', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
  ['PostgreSQL', Object.assign(new Error('could not extend file'), { code: '53100' })],
  // PGlite rejects with objects of this shape.
  ['the embedded database', { name: 'ErrnoError', errno: 51 }],
])('says that the disk is full when %s says so', async (_who, failure) => {
  const dataDir = join(folderWith({}), 'data')
  const output = listeningOutput()
  const exec = vi.spyOn(PGlite.prototype, 'exec').mockRejectedValue(failure)
  const exitCode = await runCommand(['tenant', 'list'], {
    ...{ database: () => openDatabase({ dataDir }), dataDir, cwd: '.', output },
    ...{ purge: async () => [], signal: new AbortController().signal },
  })
  exec.mockRestore()
  expect([exitCode, output.problems]).toEqual([
    1,
    [
      `The disk of the data directory ${dataDir} is full. Make room on it, or point DATA_DIR to a folder on another disk.`,
    ],
  ])
})
