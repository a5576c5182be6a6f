import { join } from 'node:path'

import { expect, it } from 'vitest'

import { openDatabase } from '../../api/db/index.ts'
import { runCommand } from '../../cli/run.ts'
import { listeningOutput } from './command-line.ts'
import { folderWith } from './shop-files.ts'

it.each(['data', 'data/below'])('reports in a sentence that %s is no folder for data', async (name) => {
  const dataDir = join(folderWith({ data: 'a file' }), name)
  const output = listeningOutput()
  const exitCode = await runCommand(['shop', 'list'], {
    ...{ database: () => openDatabase({ dataDir }), dataDir, cwd: '.', output },
    ...{ publish: async () => [], signal: new AbortController().signal },
  })
  expect([exitCode, output.problems]).toEqual([
    1,
    [`The data directory ${dataDir} is not a folder, or can't be written. Correct DATA_DIR.`],
  ])
})
