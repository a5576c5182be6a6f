import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { buildWhenStale, root } from '../../scripts/processes/dev-processes.ts'
import { fillDataDirectory } from '../kit/database/pglite-template.ts'

const OPEN = 'The demo shops are open'
const DEV_IS_OPEN = /Store API: [^]*astro[^]*ready in|astro[^]*ready in[^]*Store API: /
const BUILD_MS = 300_000
const TEST_MS = 90_000

let directory = ''
beforeAll(async () => {
  await buildWhenStale()
  directory = mkdtempSync(join(tmpdir(), 'tanabana-start-'))
  await fillDataDirectory(directory)
}, BUILD_MS)
afterAll(() => rmSync(directory, { recursive: true, force: true }))

async function listenAnywhere(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function freePorts(): Promise<{ PORT: string; API_PORT: string }> {
  const servers = [createServer(), createServer()]
  const [port, apiPort] = await Promise.all(servers.map(listenAnywhere))
  for (const server of servers) server.close()
  return { PORT: String(port), API_PORT: String(apiPort) }
}

/** Starts `npm …` in a process group of its own, as a terminal or a supervisor does. */
async function startNpm(args: string[], ports: Partial<Awaited<ReturnType<typeof freePorts>>> = {}) {
  const environment = { ...(await freePorts()), ...ports }
  const child = spawn('npm', args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...environment,
      NODE_ENV: undefined,
      DATA_DIR: directory,
      IMAGE_CACHE_DIR: join(directory, 'images'),
    },
  })
  const group = child.pid ?? 0
  const kill = () => {
    try {
      process.kill(-group, 'SIGKILL')
    } catch {
      // The last process has just ended.
    }
  }
  process.once('exit', kill)
  let output = ''
  let hear: (() => void) | undefined
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk)
      hear?.()
    })
  }
  let hasEnded = false
  // Every process of the group holds the output open.
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', kill)
    hasEnded = true
    hear?.()
    return code as number | null
  })
  // A failed test leaves no process that holds the data directory.
  onTestFinished(async () => {
    if (!hasEnded) kill()
    await ended
  })
  return {
    group,
    ports: [environment.PORT, environment.API_PORT],
    output: () => output,
    /** Resolves with npm's exit code when the last process of the group has ended. */
    ended,
    async says(text: string | RegExp): Promise<void> {
      while (!(typeof text === 'string' ? output.includes(text) : text.test(output))) {
        if (hasEnded) throw new Error(`npm ${args.join(' ')} ended:\n${output}`)
        await new Promise<void>((resolve) => (hear = resolve))
      }
    },
  }
}

/** The process of a group whose command has these words. */
function processOf(group: number, words: string): number {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,args='], { encoding: 'utf8' }).split('\n')
  const own = all.map((line) => /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? [])
  const found = own.filter(([, , pgid, args]) => Number(pgid) === group && args?.includes(words))
  expect(found, words).toHaveLength(1)
  return Number(found[0]?.[1])
}

async function isOpen(port: string): Promise<boolean> {
  return fetch(`http://localhost:${port}/livez`).then(
    () => true,
    () => false,
  )
}

describe('npm start', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
    'ends with both servers when npm alone gets %s',
    { tags: ['@decision-1.19'], timeout: TEST_MS },
    async (signal) => {
      const npm = await startNpm(['start'])
      await npm.says(OPEN)
      expect(await Promise.all(npm.ports.map(isOpen))).toEqual([true, true])
      process.kill(npm.group, signal)
      await npm.ended
      expect(await Promise.all(npm.ports.map(isOpen))).toEqual([false, false])
    },
  )

  test(
    'opens the shop when the API is ready: its first page has the products, and nothing is warned of',
    async () => {
      const npm = await startNpm(['start'])
      await npm.says('The storefront listens on')
      const response = await fetch(`http://localhost:${npm.ports[0]}/products?wait=1`)
      const first = await response.text()
      expect(first).toContain('<h1')
      expect(first).not.toContain('Failed to load')
      expect(first).toContain('/product/')
      await npm.says(OPEN)
      const home = await fetch(`http://localhost:${npm.ports[0]}/`)
      expect(home.headers.get('x-cache')).toMatch(/hit|stale/)
      expect(await home.text()).toContain('Tanabana')
      expect(npm.output()).not.toContain('"level":"warn"')
      process.kill(npm.group, 'SIGTERM')
      await npm.ended
    },
    TEST_MS,
  )

  test.each(['scripts/start.ts', 'cli/serve.ts'])(
    'ends whole when %s is killed',
    async (words) => {
      const npm = await startNpm(['start'])
      await npm.says(OPEN)
      process.kill(processOf(npm.group, words), 'SIGKILL')
      expect(await npm.ended).not.toBe(0)
    },
    TEST_MS,
  )

  test.each(['PORT', 'API_PORT'])(
    'reports that the port of %s is taken, and ends',
    { tags: ['@decision-1.19'], timeout: TEST_MS },
    async (variable) => {
      const other = createServer((_request, response) => response.end('{"status":"ok"}'))
      const port = await listenAnywhere(other)
      const npm = await startNpm(['start'], { [variable]: String(port) })
      expect(await npm.ended).toBe(1)
      expect(npm.output()).toContain(
        `Port ${port} is taken. Stop what listens there, or choose another with ${variable}.\n`,
      )
      expect(npm.output()).not.toContain(OPEN)
      other.close()
    },
  )
})

describe('npm run dev', () => {
  test(
    'ends with both servers when npm alone is killed',
    async () => {
      const npm = await startNpm(['run', 'dev'])
      await npm.says(DEV_IS_OPEN)
      process.kill(npm.group, 'SIGKILL')
      await npm.ended
      expect(await Promise.all(npm.ports.map(isOpen))).toEqual([false, false])
    },
    TEST_MS,
  )
})
