import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'

import { startDemoStack } from './kit/demo-stack.ts'
import { needTools, processorMs, spawnOn } from './kit/processes.ts'
import { sendSteadily, createLoadClient, isError } from './kit/steady.ts'
import { fixed, percentile, printTable, verdict, type Row } from './kit/table.ts'

const PER_SECOND = 100
const CONNECTIONS = 1000
const CONNECTIONS_PER_SECOND = 200
const P99_TARGET = 500
const LEAST_SECONDS = 6
/** Extra time of the attack, which is stopped when the last normal request has its response. */
const LEEWAY_SECONDS = 60

/** slowhttptest's kinds of attack, with their arguments. */
const ATTACKS: { name: string; words: string[] }[] = [
  { name: 'headers without end', words: ['-H', '-i', '5', '-t', 'GET', '-x', '24'] },
  { name: 'a body without end', words: ['-B', '-i', '5', '-s', '8192', '-x', '10', '-t', 'POST'] },
  {
    name: 'an answer read byte by byte',
    words: ['-X', '-w', '1', '-y', '8', '-n', '5', '-z', '1', '-k', '3'],
  },
]

const PAGES = ['/', '/products', '/terms', '/contact', '/cart']
const CALLS = ['/api/v1/products?page=1', '/api/v1/storeInfo', '/api/v1/products?page=2&limit=4']

/**
 * Runs a thousand slow clients against the storefront and the store API at 100 normal requests a second. False when a
 * normal request fails, or when fewer than half of the slow clients connected. SECURITY.md#large-or-slow-requests
 */
export async function benchSlowClients(seconds: number): Promise<boolean> {
  if (seconds < LEAST_SECONDS) {
    throw new Error(`slowhttptest counts every 5 seconds: give --seconds ${LEAST_SECONDS} or more.`)
  }
  needTools('slowhttptest')
  const stack = await startDemoStack()
  const targets = [
    { name: 'storefront', port: stack.port, paths: PAGES, attacked: '/products' },
    { name: 'store API', port: stack.apiPort, paths: CALLS, attacked: '/api/v1/products' },
  ]
  const rows: Row[] = []
  let isGood = true
  for (const { name, port, paths, attacked } of targets) {
    for (const attack of [undefined, ...ATTACKS]) {
      const { send, close } = createLoadClient(port)
      for (const path of paths) await send(path)
      const usedBefore = processorMs(stack.pid)
      const attacker = attack && startAttack(attack.words, `http://localhost:${port}${attacked}`, seconds)
      await wait(1000)
      const results = await sendSteadily(
        (index) => send(paths[index % paths.length] ?? '/'),
        PER_SECOND,
        (passed) => passed > seconds,
      )
      const used = processorMs(stack.pid) - usedBefore
      const came = await attacker?.stop()
      const isAttacked = came === undefined || came >= CONNECTIONS / 2
      await close()
      const failed = results.filter(isError)
      const p99 = percentile(
        results.map(({ ms }) => ms),
        0.99,
      )
      isGood &&= failed.length === 0 && isAttacked
      const reasons = [...new Set(failed.map(({ status, reason }) => reason ?? status))].join(', ')
      console.error(
        `${name}, ${attack?.name ?? 'none'}: ${results.length} asked, ${failed.length} errors ${reasons}`,
      )
      if (!isAttacked) console.error(`Of ${CONNECTIONS} slow clients only ${came} came: this says nothing.`)
      rows.push({
        server: name,
        'slow clients': attack?.name ?? 'none',
        requests: results.length,
        errors: failed.length,
        '0 errors': verdict(failed.length === 0),
        of: reasons,
        came: came ?? '',
        '>= 500': verdict(isAttacked),
        'p99 ms': fixed(p99, 0),
        '< 500': verdict(p99 < P99_TARGET),
        'processor ms': used,
      })
    }
  }
  await stack.stop()
  printTable(`${CONNECTIONS} slow clients for ${seconds} s, ${PER_SECOND} good requests/s beside them`, rows)
  return isGood
}

/** Attacks until it is stopped or the server has closed every connection; `stop` returns the number of clients. */
export function startAttack(words: string[], url: string, seconds: number) {
  const length = String(seconds + LEEWAY_SECONDS)
  const size = ['-c', String(CONNECTIONS), '-r', String(CONNECTIONS_PER_SECOND), '-l', length]
  const attacker = spawnOn(undefined, ['slowhttptest', ...words, ...size, '-p', '5', '-u', url], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  attacker.stdout?.on('data', (part: Buffer) => (said += part.toString()))
  const closed = once(attacker, 'close')
  return {
    closed,
    stop: async (): Promise<number> => {
      // slowhttptest writes its statistics only at this signal.
      attacker.kill('SIGINT')
      await closed
      return clientsOf(said)
    },
  }
}

/** The maximum of slowhttptest's counts, over connected and closed clients. */
function clientsOf(said: string): number {
  const counts = stripVTControlCharacters(said).matchAll(/connected: *(\d+)\s+error: *\d+\s+closed: *(\d+)/g)
  return Math.max(0, ...[...counts].map(([, connected, closed]) => Number(connected) + Number(closed)))
}
