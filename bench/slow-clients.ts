import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'

import { startDemoStack } from './kit/demo-stack.ts'
import { needTools, processorMs, spawnOn } from './kit/processes.ts'
import { askSteadily, createAsker, isError } from './kit/steady.ts'
import { fixed, percentile, printTable, verdict, type Row } from './kit/table.ts'

const PER_SECOND = 100
const CONNECTIONS = 1000
const CONNECTIONS_PER_SECOND = 200
const P99_TARGET = 500
const LEAST_SECONDS = 6
/** The attack is stopped when the last good request has its answer, however late. */
const LEEWAY_SECONDS = 60

/** slowhttptest's ways of holding a server up, and its words for them. */
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
 * A thousand clients that are as slow as they can be, on the storefront and on the store API, while others ask 100 times
 * a second: whether those get their answers, and soon. False when one gets an error, or fewer than half of the slow ones
 * came. SECURITY.md#large-or-slow-requests
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
      const { ask, close } = createAsker(port)
      for (const path of paths) await ask(path)
      const usedBefore = processorMs(stack.pid)
      const attacker = attack && startAttack(attack.words, `http://localhost:${port}${attacked}`, seconds)
      await wait(1000)
      const asked = await askSteadily(
        (index) => ask(paths[index % paths.length] ?? '/'),
        PER_SECOND,
        (passed) => passed > seconds,
      )
      const used = processorMs(stack.pid) - usedBefore
      const came = await attacker?.stop()
      const isAttacked = came === undefined || came >= CONNECTIONS / 2
      await close()
      const failed = asked.filter(isError)
      const p99 = percentile(
        asked.map(({ ms }) => ms),
        0.99,
      )
      isGood &&= failed.length === 0 && isAttacked
      const reasons = [...new Set(failed.map(({ status, reason }) => reason ?? status))].join(', ')
      console.error(
        `${name}, ${attack?.name ?? 'none'}: ${asked.length} asked, ${failed.length} errors ${reasons}`,
      )
      if (!isAttacked) console.error(`Of ${CONNECTIONS} slow clients only ${came} came: this says nothing.`)
      rows.push({
        server: name,
        'slow clients': attack?.name ?? 'none',
        requests: asked.length,
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

/** Attacks until it is stopped, or until the server has closed every connection; `stop` says how many clients came. */
export function startAttack(words: string[], url: string, seconds: number) {
  const length = String(seconds + LEEWAY_SECONDS)
  const size = ['-c', String(CONNECTIONS), '-r', String(CONNECTIONS_PER_SECOND), '-l', length]
  const attacker = spawnOn(undefined, ['slowhttptest', ...words, ...size, '-p', '5', '-u', url], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  attacker.stdout?.on('data', (part: Buffer) => (said += part.toString()))
  const gone = once(attacker, 'close')
  return {
    gone,
    stop: async (): Promise<number> => {
      // At this signal alone it writes down what it has to say.
      attacker.kill('SIGINT')
      await gone
      return clientsOf(said)
    },
  }
}

/** The most that slowhttptest counted: those that hold on and those that the server sent away. */
function clientsOf(said: string): number {
  const counts = stripVTControlCharacters(said).matchAll(/connected: *(\d+)\s+error: *\d+\s+closed: *(\d+)/g)
  return Math.max(0, ...[...counts].map(([, connected, closed]) => Number(connected) + Number(closed)))
}
