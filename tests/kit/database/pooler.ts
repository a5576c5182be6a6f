import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { SHOP_ROLE } from './databases.ts'
import { freePort, NOBODY } from './server.ts'

/** Fewer than the API opens, so that transactions share connections. */
const CONNECTIONS = 3

export const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0

/** Starts PgBouncer in transaction mode in front of a local PostgreSQL server; returns the address to use instead. */
export async function startPooler(server: string): Promise<{ url: string; stop(): Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'tanabana-pooler-'))
  const port = await freePort()
  const users = join(home, 'users')
  writeFileSync(users, `"postgres" ""\n"${SHOP_ROLE}" ""\n`)
  const config = join(home, 'pgbouncer.ini')
  writeFileSync(
    config,
    `[databases]
* = host=127.0.0.1 port=${new URL(server).port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
max_client_conn = 500
server_login_retry = 1
query_wait_timeout = 5
server_idle_timeout = 5
`,
  )
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const path of [home, users, config]) chownSync(path, NOBODY, NOBODY)
  const pooler = spawn('pgbouncer', [config], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  })
  const kill = () => pooler.kill('SIGKILL')
  process.once('exit', kill)
  await new Promise<void>((resolve, reject) => {
    pooler.once('exit', () => reject(new Error('PgBouncer ended before it listened.')))
    pooler.stderr.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('process up')) resolve()
    })
  })
  const url = new URL(server)
  url.port = String(port)
  return {
    url: url.href,
    async stop() {
      process.off('exit', kill)
      const hasExited = once(pooler, 'exit')
      pooler.kill('SIGKILL')
      await hasExited
      rmSync(home, { recursive: true, force: true })
    },
  }
}
