import { expect, inject, it } from 'vitest'

import { openDatabase } from '../../api/db/index.ts'
import { runCommand } from '../../cli/run.ts'
import { listeningOutput } from '../cli/command-line.ts'
import { databaseAt } from './databases.ts'

const server = inject('postgres')

async function problemsOf(databaseUrl: string): Promise<string[]> {
  const output = listeningOutput()
  const exitCode = await runCommand(['shop', 'list'], {
    database: () => openDatabase({ dataDir: 'memory://', databaseUrl, startWaitMs: 0 }),
    ...{ dataDir: 'memory://', cwd: '.', output },
    ...{ purge: async () => [], signal: new AbortController().signal },
  })
  expect(exitCode).toBe(1)
  return output.problems
}

it.each([
  [
    'where nothing listens',
    'postgres://shops:secret@127.0.0.1:9/shops',
    /^The database at 127\.0\.0\.1:9 can't be reached\. Start it, or correct DATABASE_URL\.$/,
  ],
  [
    'that does not know the role',
    databaseAt(server, 'postgres', 'nobody_knows'),
    /^The database at 127\.0\.0\.1:\d+ refuses the role nobody_knows\. Correct role and password in DATABASE_URL\.$/,
  ],
  [
    'without such a database',
    databaseAt(server, 'none'),
    /^There is no database "none" at 127\.0\.0\.1:\d+\. Create it: CREATE DATABASE none OWNER shops;$/,
  ],
  [
    'that does not speak TLS',
    `${databaseAt(server, 'postgres')}?sslmode=require`,
    /^The PostgreSQL at 127\.0\.0\.1 does not speak TLS\.$/,
  ],
  [
    'whose root certificate is nowhere',
    `${databaseAt(server, 'postgres')}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`,
    /^The file \/nowhere\/ca\.pem can't be read\. Correct sslrootcert in DATABASE_URL\.$/,
  ],
])('a command reports in a sentence the problem of a PostgreSQL %s', async (_, databaseUrl, sentence) => {
  expect(await problemsOf(databaseUrl)).toEqual([expect.stringMatching(sentence)])
})
