import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { request } from 'undici'

import { SHOP_HOST } from '../../tests/kit/api/api-process.ts'

const READY_WITHIN_MS = 60_000
const PAUSE_MS = 20

/** Servers behind one port of the balancer. */
interface Section {
  name: string
  port: number
  /** Their ports may change until the next `reload`. */
  servers: { port: number }[]
  /** Path of a page that a working section serves. */
  path: string
}

/** Starts HAProxy, which asks each server's `/readyz`, in turns and with a second try at another server. */
export async function startBalancer(sections: Section[]) {
  const home = mkdtempSync(join(tmpdir(), 'tanabana-balancer-'))
  const file = join(home, 'haproxy.cfg')
  const start = async (): Promise<ChildProcess> => {
    writeFileSync(file, configure(sections))
    const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
    child.once('error', () => undefined)
    for (const { port, path } of sections) await untilServed(port, path)
    return child
  }
  let running = await start()
  const end = async () => {
    const exited = once(running, 'exit')
    running.kill('SIGKILL')
    await exited
  }
  return {
    async reload() {
      await end()
      running = await start()
    },
    /** Kills HAProxy; returns what starts it again. */
    async kill(): Promise<() => Promise<void>> {
      await end()
      return async () => {
        running = await start()
      }
    },
    async stop() {
      await end()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The status of a page of the shop; 0 without a response. */
export async function statusOf(port: number, path: string): Promise<number> {
  try {
    const response = await request(`http://127.0.0.1:${port}${path}`, { headers: { host: SHOP_HOST } })
    await response.body.dump()
    return response.statusCode
  } catch {
    return 0
  }
}

function configure(sections: Section[]): string {
  const texts = sections.map(
    ({ name, port, servers }) => `
listen ${name}
  bind 127.0.0.1:${port}
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
  ${servers.map((server, index) => `server ${name}${index} 127.0.0.1:${server.port} check inter 1s fall 3 rise 1`).join('\n  ')}
`,
  )
  return `defaults
  mode http
  timeout connect 5s
  timeout check 5s
  timeout client 30s
  timeout server 30s
  balance roundrobin
  option redispatch
  retries 2
${texts.join('')}`
}

async function untilServed(port: number, path: string): Promise<void> {
  const startedAt = performance.now()
  while ((await statusOf(port, path)) !== 200) {
    if (performance.now() - startedAt > READY_WITHIN_MS)
      throw new Error(`HAProxy does not serve ${path} after ${READY_WITHIN_MS / 1000} seconds.`)
    await pause(PAUSE_MS)
  }
}
