import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { setImmediate as nextIteration } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { createApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { logTo, openLogger } from '../../src/server/observability/log.ts'

/** The storefront without built pages on a free port. */
async function startApp() {
  const directory = mkdtempSync(join(tmpdir(), 'tanabana-app-'))
  const lines: string[] = []
  logTo(openLogger('info', (line) => lines.push(line)))
  const app = createApp({
    config: readConfig({ IMAGE_CACHE_DIR: directory }),
    clientDirectory: directory,
    render: () => Promise.resolve(undefined),
  })
  const server = createServer(app.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    rmSync(directory, { recursive: true })
  })
  const address = server.address()
  return { server, lines, port: typeof address === 'object' ? address?.port : undefined }
}

test('a client that leaves in the middle of its form is no failure of the shop', async () => {
  const { server, lines, port } = await startApp()
  const arrived = once(server, 'request')
  const headers = { host: 'shop.localhost', origin: 'http://shop.localhost', 'content-length': '40' }
  const outgoing = request({ port, method: 'POST', path: '/language', headers })
  outgoing.on('error', () => undefined)
  outgoing.write('language=')
  const [, response] = await arrived
  outgoing.destroy()
  await once(response, 'close')
  await nextIteration()
  expect(lines.filter((line) => line.includes('"failure"'))).toEqual([])
})
