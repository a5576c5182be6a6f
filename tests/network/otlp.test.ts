import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createTraces, type Traces } from '../../src/network/otlp.ts'

let collector: Server
let traces: Traces
let warnings: [string, Record<string, unknown>][]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  collector = createServer()
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  warnings = []
  const warn = (...warning: (typeof warnings)[number]) => void warnings.push(warning)
  traces = createTraces({ service: 'storefront', endpoint, headers: {}, warn })
})
afterEach(() => {
  vi.useRealTimers()
  collector.closeAllConnections()
  collector.close()
})

const addSpan = () => traces.start('server').end({ name: 'GET /', attributes: {} })
const sendSpan = () => {
  addSpan()
  return traces.flush()
}
const asked = async () => (await once(collector, 'request')) as [IncomingMessage, ServerResponse]

test('goes on sending every five seconds after a send that lasted longer than that', async () => {
  addSpan()
  vi.advanceTimersByTime(5000)
  const [, slow] = await asked()
  addSpan()
  vi.advanceTimersByTime(5000)
  const second = asked()
  slow.end()
  const [request, answer] = await second
  answer.writeHead(200, { connection: 'close' }).end()
  await once(request.socket, 'close')
  await setImmediate()

  addSpan()
  vi.advanceTimersByTime(5000)
  const [, last] = await asked()
  last.end()
})

test('a collector that refuses spans, or is away, is told of once for each reason', async () => {
  collector.on('request', (_request, response) => response.writeHead(401, { connection: 'close' }).end())
  await sendSpan()
  await sendSpan()
  collector.closeAllConnections()
  collector.close()
  await sendSpan()
  await sendSpan()
  const where = { collector: expect.stringMatching(/^http:/) }
  expect(warnings).toEqual([
    ['spans lost', { ...where, reason: 'It answered 401.' }],
    ['spans lost', { ...where, reason: 'ECONNREFUSED' }],
  ])
})

test('follows no redirect of the collector', async () => {
  const asked: (string | undefined)[] = []
  collector.on('request', ({ url }, response) => {
    asked.push(url)
    response.writeHead(307, { connection: 'close', location: '/elsewhere' }).end()
  })
  await sendSpan()
  expect(asked).toEqual(['/v1/traces'])
  expect(warnings.map(([, { reason }]) => reason)).toEqual(['It answered 307.'])
})
