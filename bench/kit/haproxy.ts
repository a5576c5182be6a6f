import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { waitForSuccess } from '../../scripts/dev-processes.ts'
import { freePort } from './demo-stack.ts'
import { end, spawnOn } from './processes.ts'

/**
 * Starts haproxy in front of the servers on these ports. It checks their readiness and removes one after two failed
 * checks within 0.3 s.
 */
export async function startHaproxy(ports: number[]) {
  const directory = mkdtempSync(join(tmpdir(), 'tanabana-haproxy-'))
  const [port, statsPort] = [await freePort(), await freePort()]
  writeFileSync(join(directory, 'haproxy.cfg'), configOf(port, statsPort, ports))
  const child = spawnOn(undefined, ['/usr/sbin/haproxy', '-db', '-f', join(directory, 'haproxy.cfg')], {
    stdio: 'ignore',
  })
  await waitForSuccess(`http://127.0.0.1:${statsPort}/;csv`)
  return {
    port,
    /** Number of servers that currently receive traffic. */
    countReady: async () => {
      const table = await (await fetch(`http://127.0.0.1:${statsPort}/;csv`)).text()
      return table.split('\n').filter((line) => /^storefronts,storefront\d.*,UP,/.test(line)).length
    },
    stop: async () => {
      await end(child)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function configOf(port: number, statsPort: number, ports: number[]): string {
  return `
defaults
  mode http
  timeout connect 2s
  timeout check 2s
  timeout client 15s
  timeout server 15s
  option redispatch
  retries 3
  retry-on conn-failure empty-response
listen stats
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /
frontend shop
  bind 127.0.0.1:${port}
  default_backend storefronts
backend storefronts
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
  default-server check inter 150ms fall 2 rise 1
${ports.map((own, index) => `  server storefront${index} 127.0.0.1:${own}`).join('\n')}
`
}
