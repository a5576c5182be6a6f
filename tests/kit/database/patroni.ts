import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { request } from 'undici'

import { end } from '../processes.ts'
import { freePort, own, unprivileged } from './server.ts'
import { startSeverable, type Severable } from './severable.ts'

/** Patroni's times, in seconds: `loop_wait` + 2 × `retry_timeout` stay below `ttl`. docs/postgresql.md#failover */
const TIMES = { ttl: 20, loop_wait: 5, retry_timeout: 5 }
const PAUSE_MS = 200
const READY_WITHIN_MS = 120_000

export type Disturbance = 'kill' | 'pause' | 'partition'
type PairPart = 'primary' | 'standby' | 'etcd' | 'balancer'

export interface PatroniPair {
  /** Of the primary, through HAProxy, for the administrator. */
  url: string
  /** Of the standby, through HAProxy. */
  replicaUrl: string
  /** Disturbs the primary; returns what ends it. */
  disturb(kind: Disturbance): Promise<() => void>
  /** Kills a part of the pair; returns what starts it again. */
  kill(part: PairPart): Promise<() => void>
  /** Resolves when there are a primary and a synchronous standby. */
  ready(): Promise<void>
  versions: string
  stop(): Promise<void>
}

/** A process that can be killed and started again. */
interface Daemon {
  child: ChildProcess
  launch(): ChildProcess
}

interface Node {
  name: string
  directory: string
  config: string
  child: ChildProcess
  /** To the node's PostgreSQL, to its status page, and from it to etcd. */
  links: { database: Severable; status: Severable; etcd: Severable }
}

/**
 * Starts two PostgreSQL servers under Patroni with synchronous replication, etcd for their leader lock, and HAProxy, which
 * finds the primary; all as Debian has them, each node behind proxies that can cut it off.
 */
export async function startPatroniPair(): Promise<PatroniPair> {
  const programs = debianPrograms()
  const home = mkdtempSync(join(tmpdir(), 'tanabana-patroni-'))
  own(home)
  const etcd = await startEtcd(home)
  const ports = { primary: await freePort(), standby: await freePort() }
  const nodes: Node[] = []
  for (const name of ['one', 'two']) nodes.push(await startNode(home, name, programs, etcd.port))
  const balancer = startHaproxy(home, ports, nodes)

  const killAll = () => {
    for (const node of nodes) {
      signalAll(node, 'SIGKILL')
      node.child.kill('SIGKILL')
    }
    balancer.child.kill()
    etcd.daemon.child.kill()
  }
  process.once('exit', killAll)

  const pair: PatroniPair = {
    url: `postgres://postgres@127.0.0.1:${ports.primary}/postgres`,
    replicaUrl: `postgres://postgres@127.0.0.1:${ports.standby}/postgres`,
    versions: [
      firstLine('patroni', '--version'),
      firstLine(join(programs, 'postgres'), '--version'),
      firstLine('etcd', '--version'),
      firstLine('haproxy', '-v'),
    ].join('; '),
    async disturb(kind) {
      return DISTURBANCES[kind](await findNode(nodes, '/primary'))
    },
    async kill(part) {
      if (part === 'etcd') return killDaemon(etcd.daemon)
      if (part === 'balancer') return killDaemon(balancer)
      return DISTURBANCES.kill(await findNode(nodes, part === 'primary' ? '/primary' : '/replica'))
    },
    ready: () =>
      until(
        async () => (await isAny(nodes, '/primary')) && (await isAny(nodes, '/sync')),
        'a primary and a standby',
      ),
    async stop() {
      process.off('exit', killAll)
      await end(balancer.child)
      killAll()
      for (const { links } of nodes) for (const link of Object.values(links)) link.close()
      await end(etcd.daemon.child)
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  await pair.ready()
  return pair
}

/** Each returns what ends it. */
const DISTURBANCES: Record<Disturbance, (node: Node) => () => void> = {
  kill(node) {
    node.child.kill('SIGKILL')
    signalAll(node, 'SIGKILL')
    return () => {
      node.child = spawnPatroni(node.config)
    }
  },
  pause(node) {
    signalAll(node, 'SIGSTOP')
    return () => signalAll(node, 'SIGCONT')
  },
  partition({ links }) {
    for (const link of Object.values(links)) link.sever()
    return () => {
      for (const link of Object.values(links)) link.heal()
    }
  },
}

async function startNode(home: string, name: string, programs: string, etcdPort: number): Promise<Node> {
  const directory = join(home, name)
  const [database, status] = [await freePort(), await freePort()]
  const links = {
    database: await startSeverable(database),
    status: await startSeverable(status),
    etcd: await startSeverable(etcdPort),
  }
  const config = join(home, `${name}.json`)
  const local = (port: number) => `127.0.0.1:${port}`
  writeFileSync(
    config,
    // Patroni reads YAML, of which JSON is a part.
    JSON.stringify({
      scope: 'shops',
      name,
      restapi: { listen: local(status), connect_address: local(links.status.port) },
      etcd: { hosts: [local(links.etcd.port)], use_proxies: true },
      bootstrap: {
        dcs: {
          ...TIMES,
          synchronous_mode: true,
          postgresql: {
            use_pg_rewind: true,
            parameters: { max_connections: 200, shared_buffers: '64MB', wal_log_hints: 'on', fsync: 'off' },
          },
        },
        initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { auth: 'trust' }, 'no-sync'],
      },
      postgresql: {
        listen: local(database),
        connect_address: local(links.database.port),
        data_dir: directory,
        bin_dir: programs,
        pgpass: join(home, `${name}.pgpass`),
        pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
        authentication: { superuser: { username: 'postgres' }, replication: { username: 'postgres' } },
        parameters: { unix_socket_directories: home },
      },
      watchdog: { mode: 'off' },
    }),
  )
  return { name, directory, config, links, child: spawnPatroni(config) }
}

function spawnPatroni(config: string): ChildProcess {
  const log = process.env.PATRONI_OUTPUT === 'inherit' ? 'inherit' : 'ignore'
  return spawn('patroni', [config], { ...asPostgres(), stdio: ['ignore', log, log] })
}

async function startEtcd(home: string): Promise<{ port: number; daemon: Daemon }> {
  const [port, peer] = [await freePort(), await freePort()]
  const directory = join(home, 'etcd')
  own(directory)
  const [client, others] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peer}`]
  const options = [
    '--enable-v2',
    '--data-dir',
    directory,
    '--listen-client-urls',
    client,
    '--advertise-client-urls',
    client,
  ]
  const cluster = [
    '--listen-peer-urls',
    others,
    '--initial-advertise-peer-urls',
    others,
    '--initial-cluster',
    `default=${others}`,
  ]
  const daemon = startDaemon(() =>
    spawn('etcd', [...options, ...cluster], { ...asPostgres(), stdio: 'ignore' }),
  )
  await until(async () => (await statusOf(port, '/health')) === 200, 'etcd')
  return { port, daemon }
}

function startDaemon(launch: () => ChildProcess): Daemon {
  return { child: launch(), launch }
}

async function killDaemon(daemon: Daemon): Promise<() => void> {
  const exited = once(daemon.child, 'exit')
  daemon.child.kill('SIGKILL')
  await exited
  return () => {
    daemon.child = daemon.launch()
  }
}

function startHaproxy(home: string, ports: { primary: number; standby: number }, nodes: Node[]): Daemon {
  const file = join(home, 'haproxy.cfg')
  const section = (name: string, port: number, check: string) => `
listen ${name}
  bind 127.0.0.1:${port}
  option httpchk GET ${check}
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
  ${nodes.map(({ name: node, links }) => `server ${node} 127.0.0.1:${links.database.port} check port ${links.status.port}`).join('\n  ')}
`
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  timeout client 1h
  timeout server 1h
${section('primary', ports.primary, '/primary')}${section('standby', ports.standby, '/replica')}`,
  )
  return startDaemon(() => spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' }))
}

/** The node whose Patroni says 200 at this path. */
async function findNode(nodes: Node[], path: string): Promise<Node> {
  for (const node of nodes) if (await isAny([node], path)) return node
  throw new Error(`No server of the pair is ${path}.`)
}

async function isAny(nodes: Node[], path: string): Promise<boolean> {
  for (const { links } of nodes) if ((await statusOf(links.status.port, path)) === 200) return true
  return false
}

async function statusOf(port: number, path: string): Promise<number> {
  try {
    const signal = AbortSignal.timeout(2000)
    const { statusCode, body } = await request(`http://127.0.0.1:${port}${path}`, { signal })
    await body.dump()
    return statusCode
  } catch {
    return 0
  }
}

/** Signals Patroni and every process of its PostgreSQL. */
function signalAll({ child, directory }: Node, signal: NodeJS.Signals): void {
  const pids = [child.pid ?? 0]
  const file = join(directory, 'postmaster.pid')
  if (existsSync(file)) {
    const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
    pids.push(postmaster, ...stdout.trim().split(/\s+/).map(Number))
  }
  for (const pid of pids.filter((one) => one > 1)) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended already.
    }
  }
}

async function until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  const startedAt = performance.now()
  while (!(await isTrue())) {
    if (performance.now() - startedAt > READY_WITHIN_MS)
      throw new Error(`There is no ${what} after two minutes.`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** The folder of the newest PostgreSQL that Debian has installed. */
export function debianPrograms(): string {
  const root = '/usr/lib/postgresql'
  const [newest] = existsSync(root)
    ? readdirSync(root).toSorted((one, other) => Number(other) - Number(one))
    : []
  if (newest === undefined)
    throw new Error('postgresql missing: nothing is counted. Install postgresql (Debian).')
  return join(root, newest, 'bin')
}

function asPostgres(): SpawnOptions {
  const env = { PATH: process.env.PATH ?? '', HOME: tmpdir(), ETCD_UNSUPPORTED_ARCH: process.arch }
  return { ...unprivileged(tmpdir()), env }
}

function firstLine(command: string, option: string): string {
  const { stdout } = spawnSync(command, [option], { encoding: 'utf8' })
  return stdout.split('\n')[0] ?? ''
}
