import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { root, waitForSuccess } from '../../scripts/processes/dev-processes.ts'
import { freePort } from './database/server.ts'
import { end } from './processes.ts'

/** Starts Varnish with the configuration of `deploy/varnish` in front of storefronts on this machine. */
export async function startVarnish(storefronts: { port: number }[], purgeSecret: string) {
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
  const port = await freePort()
  const options = [
    '-F',
    '-j',
    'none',
    '-n',
    join(home, 'state'),
    '-a',
    `127.0.0.1:${port}`,
    '-s',
    'malloc,256m',
  ]
  const parameters = ['-p', 'http_gzip_support=off', '-p', `vcl_path=${home}`]
  const child = spawn('varnishd', [...options, ...parameters, '-f', join(home, 'default.vcl')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: `${process.env.PATH}:/usr/sbin`, CACHE_PURGE_SECRET: purgeSecret },
  })
  await waitForSuccess(`http://127.0.0.1:${port}/`)
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      await end(child)
      rmSync(home, { recursive: true, force: true })
    },
  }
}
