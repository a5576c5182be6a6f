import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

import { startDemoStack } from './kit/demo-stack.ts'
import { needTools, processorMs, spawnOn } from './kit/processes.ts'
import { askSteadily, createAsker, isError } from './kit/steady.ts'
import { fixed, percentile, printTable, verdict, type Row } from './kit/table.ts'

const PER_SECOND = 100
const CONNECTIONS = 1000
const CONNECTIONS_PER_SECOND = 200
const P99_TARGET = 500

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
 * a second: whether those get their answers, and soon. False when one gets an error. G11, T24
 */
export async function benchSlowClients(seconds: number): Promise<boolean> {
  needTools('slowhttptest')
  const stack = await startDemoStack()
  const targets = [
    { name: 'storefront', port: stack.port, paths: PAGES, attacked: '/products' },
    { name: 'store API', port: stack.apiPort, paths: CALLS, attacked: '/api/v1/products' },
  ]
  const rows: Row[] = []
  let errors = 0
  for (const { name, port, paths, attacked } of targets) {
    for (const attack of [undefined, ...ATTACKS]) {
      const { ask, close } = createAsker(port)
      for (const path of paths) await ask(path)
      const usedBefore = processorMs(stack.pid)
      const end = attack && startAttack(attack.words, `http://localhost:${port}${attacked}`, seconds)
      await wait(1000)
      const asked = await askSteadily(
        (index) => ask(paths[index % paths.length] ?? '/'),
        PER_SECOND,
        (passed) => passed > seconds,
      )
      const used = processorMs(stack.pid) - usedBefore
      await end?.()
      await close()
      const failed = asked.filter(isError)
      const p99 = percentile(
        asked.map(({ ms }) => ms),
        0.99,
      )
      errors += failed.length
      const reasons = [...new Set(failed.map(({ status, reason }) => reason ?? status))].join(', ')
      console.error(
        `${name}, ${attack?.name ?? 'none'}: ${asked.length} asked, ${failed.length} errors ${reasons}`,
      )
      rows.push({
        server: name,
        'slow clients': attack?.name ?? 'none',
        requests: asked.length,
        errors: failed.length,
        '0 errors': verdict(failed.length === 0),
        of: reasons,
        'p99 ms': fixed(p99, 0),
        '< 500': verdict(p99 < P99_TARGET),
        'processor ms': used,
      })
    }
  }
  await stack.stop()
  printTable(`${CONNECTIONS} slow clients for ${seconds} s, ${PER_SECOND} good requests/s beside them`, rows)
  return errors === 0
}

function startAttack(words: string[], url: string, seconds: number): () => Promise<void> {
  const size = ['-c', String(CONNECTIONS), '-r', String(CONNECTIONS_PER_SECOND), '-l', String(seconds + 2)]
  const attacker = spawnOn(undefined, ['slowhttptest', ...words, ...size, '-p', '5', '-u', url], {
    stdio: 'ignore',
  })
  const gone = once(attacker, 'exit')
  return async () => {
    attacker.kill('SIGTERM')
    await gone
  }
}
