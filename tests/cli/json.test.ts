import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { openStore, type Store } from '../api/helpers/store.ts'
import { run } from './command-line.ts'
import { folderWith } from './shop-files.ts'

let store: Store

beforeAll(async () => {
  store = await openStore()
}, 60_000)

afterAll(() => store.close())

/** Parses the output of `--json`; throws when it is not exactly one JSON value. */
async function valueOf(cwd: string, ...argv: string[]) {
  const { exitCode, lines } = await run(store.db, cwd, ...argv, '--json')
  return { exitCode, value: JSON.parse(lines.join('\n')) }
}

it('a push that fails prints only its failure', async () => {
  const folder = folderWith()
  await run(store.db, folder, 'pull', 'asha', 'asha')
  const content = readFileSync(join(folder, 'asha/store.json'), 'utf8')
  const edited = folderWith({
    'asha/store.json': content.replace('asha.example', 'bela.example'),
    'asha/.pulled.json': readFileSync(join(folder, 'asha/.pulled.json'), 'utf8'),
    'asha/policies/terms.html': readFileSync(join(folder, 'asha/policies/terms.html'), 'utf8'),
  })
  expect(await valueOf(edited, 'push', 'asha', 'asha')).toEqual({
    exitCode: 1,
    value: {
      error:
        'The host bela.example already belongs to the shop bela. Remove it there first, or choose another host.',
    },
  })
})

it('an account that can’t be written to its file is not printed', async () => {
  const folder = folderWith()
  const { email } = await store.signIn('asha.example')
  expect(await valueOf(folder, 'users', 'export', 'asha', email, 'nowhere/asha.json')).toEqual({
    exitCode: 1,
    value: { error: `${join(folder, 'nowhere/asha.json')} can't be written. Check the path.` },
  })
})

it('an export to standard output has no other result', async () => {
  expect(await valueOf('.', 'export', 'asha', '--format', 'json')).toEqual({
    exitCode: 1,
    value: {
      error: '--json needs an output file. Name a file, or leave out --json.',
    },
  })
  expect(await valueOf(folderWith(), 'export', 'asha', 'all.json', '--format', 'json')).toMatchObject({
    exitCode: 0,
    value: { shop: 'asha', format: 'json', products: 2 },
  })
})

it.each([
  [['orders', 'count'], "unknown command 'count'"],
  [['orders', 'list'], "missing required argument 'shop'"],
  [['orders', 'list', 'asha', '--color'], "unknown option '--color'"],
  [['shop'], "unknown option '--json'"],
])('a command line that is not understood is a failure too: %j', async (argv, error) => {
  expect(await valueOf('.', ...argv)).toEqual({ exitCode: 2, value: { error } })
})

it('settings that are wrong are a failure too', () => {
  const cli = fileURLToPath(new URL('../../cli/index.ts', import.meta.url))
  const env = { PATH: process.env.PATH, DATABASE_URL: 'mysql://shop' }
  const { status, stdout } = spawnSync(process.execPath, [cli, 'shop', 'list', '--json'], {
    env,
    encoding: 'utf8',
  })
  expect([status, JSON.parse(stdout)]).toEqual([
    1,
    { error: 'DATABASE_URL is not a PostgreSQL address. Write postgres://user@host:5432/database.' },
  ])
})
