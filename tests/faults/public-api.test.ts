import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openDatabase } from '../../api/db/index.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { fillDataDirectory } from '../helpers/pglite-template.ts'

/** The real API process, which listens on loopback only outside production. */

const API = new URL('../../cli/serve.ts', import.meta.url).pathname
const PAYMENT_SECRET = 'a payment secret of the tests, 32+ characters'
const PRODUCTION = { NODE_ENV: 'production', PAYMENT_SECRET }
const directories: Record<'local' | 'public', string> = { local: '', public: '' }

beforeAll(async () => {
  directories.local = await dataDirectory(['silk.localhost'])
  directories.public = await dataDirectory(['silk.localhost', 'silk.example', 'www.silk.example'])
})
afterAll(() => {
  for (const directory of Object.values(directories)) rmSync(directory, { recursive: true })
})

async function dataDirectory(hosts: string[]): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tanabana-public-'))
  await fillDataDirectory(dataDir)
  const db = await openDatabase({ dataDir })
  const record = { storeName: 'Silk', categories: ['Sarees'] }
  await putTenant(db, { id: 'silk', hosts, record, payee: { upiId: 'silk@bank', name: 'Silk' } })
  await db.close()
  return dataDir
}

/** Starts the API and stops it once it listens. */
async function start(shops: keyof typeof directories, environment: Record<string, string | undefined> = {}) {
  const child = spawn(process.execPath, [API], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: directories[shops],
      API_PORT: '0',
      LOG_LEVEL: 'silent',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stderr.on('data', (chunk) => (output.stderr += String(chunk)))
  child.stdout.on('data', (chunk) => {
    output.stdout += String(chunk)
    if (output.stdout.includes('Store API: ')) child.kill('SIGKILL')
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output, isOpen: output.stdout.includes('Store API: ') }
}

describe('without NODE_ENV=production the API', () => {
  test.each(['0.0.0.0', '::', '192.0.2.1'])('does not start on %s, and prints the reason', async (host) => {
    const { code, stderr } = await start('local', { API_HOST: host })
    expect([code, stderr]).toEqual([
      1,
      `API_HOST is ${host}, so other machines can reach this API, but NODE_ENV is not production. Set NODE_ENV=production, which also needs a PAYMENT_SECRET of your own, or leave API_HOST out.\n`,
    ])
  })

  test('does not start with a shop under a public host, and names it', async () => {
    const { code, stderr } = await start('public')
    expect([code, stderr]).toEqual([
      1,
      'Shops of this database have public hosts (silk.example, www.silk.example), but NODE_ENV is not production. Set NODE_ENV=production, which also needs a PAYMENT_SECRET of your own, or give these shops hosts that end in .localhost.\n',
    ])
  })

  test.each([{}, { API_HOST: '127.0.0.1' }, { API_HOST: '::1' }])(
    'starts for shops of this machine with %j',
    async (environment) => {
      expect(await start('local', environment)).toMatchObject({ isOpen: true, stderr: '' })
    },
  )
})

test('with NODE_ENV=production the API starts on every address, with shops under public hosts', async () => {
  expect(await start('public', { ...PRODUCTION, API_HOST: '0.0.0.0' })).toMatchObject({
    isOpen: true,
    stderr: '',
  })
})

test.each([
  [{}, 'live payments'],
  [{ PAYMENT_SANDBOX: 'on' }, 'sandbox payments for local shops, no money moves'],
])('with %j the API says at its start: %s', async (environment, payments) => {
  expect((await start('local', environment)).stdout).toContain(`, ${payments}\n`)
})
