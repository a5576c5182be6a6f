import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkApi } from '../../../cli/doctor/check-api.ts'

const root = join(import.meta.dirname, '../../..')

let example: ChildProcess
let port: number

beforeAll(async () => {
  port = await freePort()
  example = spawn(process.execPath, ['docs/examples/store-api.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), PAGES: 'http://localhost:4321' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (example.stdout) await once(example.stdout, 'data')
}, 30_000)

afterAll(async () => {
  example.kill()
  await once(example, 'exit')
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const free = (server.address() as AddressInfo).port
  server.close()
  await once(server, 'close')
  return free
}

test('the store API of docs/own-api.md passes every check of the doctor', async () => {
  const { findings, skipped } = await checkApi({
    base: `http://localhost:${port}/api/v1`,
    host: 'localhost',
    origin: 'http://localhost:4321',
    slowMs: 20_000,
    deadlineMs: 30_000,
    write: true,
  })
  expect({ findings, skipped }).toEqual({ findings: [], skipped: [] })
}, 30_000)
