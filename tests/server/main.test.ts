import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root, STOREFRONT } from '../../scripts/processes/dev-processes.ts'

const pictures = '/dev/null/pictures'
const noPictures = `Pictures cannot be stored in ${pictures}. Set IMAGE_CACHE_DIR to a directory that can be written.`

/** All that a storefront with these settings writes before it ends. */
function startWith(settings: Record<string, string | undefined>, cwd = root) {
  const command = [...STOREFRONT.slice(0, -1), join(root, STOREFRONT.at(-1) ?? '')]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd,
    encoding: 'utf8',
    env: {
      ...process.env,
      PORT: '0',
      IMAGE_CACHE_DIR: mkdtempSync(join(tmpdir(), 'tanabana-images-')),
      ...settings,
    },
    timeout: 20_000,
  })
  return { status, lines: (stdout + stderr).trim().split('\n') }
}

test.each([
  [{ PORT: 'abc' }, 'PORT is "abc". Set it to a port number from 0 to 65535, or leave it out for 4321.'],
  [
    { MAX_RENDERS_WAITING: '-1' },
    'MAX_RENDERS_WAITING is "-1". Set it to a number of pages from 1, or leave it out for 256.',
  ],
  [
    { TRUSTED_PROXIES: 'proxy' },
    'TRUSTED_PROXIES has "proxy", which is not an IP address. List addresses such as 10.0.0.5, separated by commas.',
  ],
  [{ IMAGE_CACHE_DIR: pictures }, noPictures],
])('a storefront that is started with %j says why it ends, and nothing else', (settings, sentence) => {
  expect(startWith(settings)).toEqual({ status: 1, lines: [sentence] })
})

test('a storefront lists all wrong settings, those of its .env file too unless the environment has others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tanabana-env-'))
  writeFileSync(join(folder, '.env'), 'PORT=from-file\nMAX_RENDERS_WAITING=many\nLOG_LEVEL=loud\n')
  expect(startWith({ MAX_RENDERS_WAITING: '0', LOG_LEVEL: 'warn', PORT: undefined }, folder)).toEqual({
    status: 1,
    lines: [
      'PORT is "from-file". Set it to a port number from 0 to 65535, or leave it out for 4321.',
      'MAX_RENDERS_WAITING is "0". Set it to a number of pages from 1, or leave it out for 256.',
    ],
  })
})

/** Libraries of the store API, and one that is loaded with its first use. */
const NOT_AT_START =
  /node_modules\/(?:parse5|nodemailer|standardwebhooks|pg-boss|pg|drizzle-orm|@electric-sql)\//

test('a storefront starts without mail, jobs, database and HTML parser', () => {
  const listLoaded = `
    const loaded = []
    const { registerHooks } = await import('node:module')
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    await import('./src/server/serve.ts')
    console.log(JSON.stringify(loaded))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', listLoaded], {
    cwd: root,
    encoding: 'utf8',
    timeout: 20_000,
  })
  const modules = JSON.parse(stdout) as string[]
  expect(modules).toContainEqual(expect.stringContaining('/src/server/feeds/feeds.ts'))
  expect(modules.filter((url) => NOT_AT_START.test(url) || url.startsWith(`file://${root}/api/`))).toEqual([])
})
