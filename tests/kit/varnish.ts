import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { root, waitForSuccess } from '../../scripts/processes/dev-processes.ts'
import { freePort } from './database/server.ts'
import { end } from './processes.ts'

/** Starts Varnish with the configuration of `deploy/varnish` in front of storefronts on this machine. */
export async function startVarnish(storefronts: { port: number }[], purgeSecret: string, port?: number) {
  const home = mkdtempSync(join(tmpdir(), 'tanabana-varnish-'))
  cpSync(join(root, 'deploy/varnish'), home, { recursive: true })
  const backends = storefronts.map(
    ({ port }, index) =>
      `backend storefront${index} { .host = "127.0.0.1"; .port = "${port}"; .probe = ready; }`,
  )
  const added = storefronts.map((_, index) => `  storefronts.add_backend(storefront${index});`)
  writeFileSync(
    join(home, 'backends.vcl'),
    `probe ready {
  .request = "GET /readyz HTTP/1.1" "Host: localhost" "Connection: close";
  .interval = 1s; .timeout = 1s; .window = 2; .threshold = 1; .initial = 1;
}
${backends.join('\n')}
sub vcl_init {
  new storefronts = directors.round_robin();
${added.join('\n')}
}
`,
  )
  const origin = `http://127.0.0.1:${port ?? (await freePort())}`
  const options = ['-F', '-j', 'none', '-n', join(home, 'state'), '-a', new URL(origin).host]
  const parameters = ['-s', 'malloc,256m', '-p', 'http_gzip_support=off', '-p', `vcl_path=${home}`]
  async function launch(): Promise<ChildProcess> {
    const started = spawn('varnishd', [...options, ...parameters, '-f', join(home, 'default.vcl')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { PATH: `${process.env.PATH}:/usr/sbin`, CACHE_PURGE_SECRET: purgeSecret },
    })
    await waitForSuccess(`${origin}/`)
    return started
  }
  let child = await launch()
  return {
    port: Number(new URL(origin).port),
    origin,
    /** Kills Varnish; returns what starts it again, with an empty cache. */
    async kill(): Promise<() => Promise<void>> {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      // Its worker, which listens, ends by itself.
      while (await isListening(origin)) await pause(20)
      return async () => {
        child = await launch()
      }
    },
    stop: async () => {
      await end(child)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function isListening(origin: string): Promise<boolean> {
  return fetch(origin).then(
    async (response) => {
      await response.body?.cancel()
      return true
    },
    () => false,
  )
}
