import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'

import { root } from '../../scripts/processes/dev-processes.ts'

/** Core of the measured servers; load generators run on the other one. */
export const SERVER_CORE = 0
export const LOAD_CORE = 1

/** Above this load average, other work disturbs a measurement. */
const QUIET_LOAD = 0.7
const PINNING = 'taskset'
const EVERY_CORE = `0-${cpus().length - 1}`
const APT = '/usr/bin/apt-get'
const CLOCK_TICK_MS = 10
const PAGE_BYTES = 4096
/** Packages whose name differs from the command's. */
const PACKAGES: Record<string, string> = { etcd: 'etcd-server', nginx: 'nginx-light', taskset: 'util-linux' }

const started = new Set<ChildProcess>()

export interface Running {
  pid: number
  port: number
  /** Time from spawning until the process reports its port. */
  readyMs: number
  child: ChildProcess
  stop(): Promise<void>
}

export interface ProcessOptions {
  /** Core to run on; all cores by default. */
  core?: number
  /** Folder of the script; this project by default. */
  directory?: string
  environment?: Record<string, string>
}

export function machineLine(): string {
  const load = loadavg()[0] ?? 0
  const machine = `${cpus()[0]?.model ?? 'Unknown processor'}, ${cpus().length} cores, Node ${process.version}`
  if (load < QUIET_LOAD) return machine
  return `${machine}\nOthers use this machine (load ${load.toFixed(1)}): believe processor times and counts, not the rest.`
}

/**
 * Checks that the commands are installed; as root on Debian, installs the missing ones.
 * @throws {Error} a sentence that names what to install
 */
export function needTools(...commands: string[]): void {
  if (cpus().length < 2) throw new Error('This needs two cores: one for the server, one for the load.')
  const missing = commands.filter((command) => !isInstalled(command))
  if (missing.length === 0) return
  const packages = missing.map((command) => PACKAGES[command] ?? command)
  if (process.getuid?.() === 0 && existsSync(APT)) {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync(APT, ['-qq', 'update'], { stdio: 'ignore', env: environment })
    const install = ['-qq', 'install', '-y', '--no-install-recommends', ...packages]
    spawnSync(APT, install, { stdio: 'ignore', env: environment })
  }
  if (!missing.every(isInstalled)) {
    throw new Error(
      `${missing.join(', ')} missing: nothing is measured. Install ${packages.join(', ')} (Debian).`,
    )
  }
}

function isInstalled(command: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${command} || test -x /usr/sbin/${command}`]).status === 0
}

/** Pins this process and its children to the load core; children may choose another core. */
export function stayOnLoadCore(): void {
  moveTo(String(LOAD_CORE))
}

/** Allows this process all cores again. */
export function leaveLoadCore(): void {
  moveTo(EVERY_CORE)
}

function moveTo(cores: string): void {
  const [program, ...rest] = [PINNING, '-a', '-cp', cores, String(process.pid)]
  spawnSync(program, rest)
}

/** Starts a command on this core; on all cores by default. */
export function spawnOn(core: number | undefined, command: string[], options: SpawnOptions): ChildProcess {
  const cores = core === undefined ? EVERY_CORE : String(core)
  const [program, ...rest] = [PINNING, '-c', cores, ...command]
  const child = spawn(program, rest, options)
  started.add(child)
  child.once('exit', () => started.delete(child))
  return child
}

/** Ends all processes that a failed bench started. */
export async function endAll(): Promise<void> {
  await Promise.all([...started].map(end))
}

/** Starts Node with a script of this project and waits until it prints `localhost:<port>`. */
export async function startScript(
  command: string[],
  { core, directory = root, environment = {} }: ProcessOptions = {},
): Promise<Running> {
  const startedAt = performance.now()
  const child = spawnOn(core, ['node', ...command], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...environment },
  })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2000)))
  const port = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${command.join(' ')} ended with code ${code}. ${errors}`)))
    child.stdout?.on('data', (chunk: Buffer) => {
      const found = /localhost:(\d+)/.exec(chunk.toString())
      if (found) resolve(Number(found[1]))
    })
  })
  return { pid: child.pid ?? 0, port, readyMs: performance.now() - startedAt, child, stop: () => end(child) }
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** Resident memory of a process and its descendants, in MB of 1,000,000 bytes. */
export function memoryMb(pid: number): number {
  const pages = familyOf(pid).map((one) => Number(readFileSync(`/proc/${one}/statm`, 'utf8').split(' ')[1]))
  return (pages.reduce((sum, count) => sum + count, 0) * PAGE_BYTES) / 1e6
}

/** Processor time of a process and its descendants, in milliseconds. */
export function processorMs(pid: number): number {
  const ticks = familyOf(pid).map((one) => {
    const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, count) => sum + count, 0) * CLOCK_TICK_MS
}

/** The process ids of a process and its descendants. */
function familyOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = readFileSync(join('/proc', name, 'stat'), 'utf8')
          .split(') ')[1]
          ?.split(' ')[1]
        return [{ own: Number(name), parent: Number(parent) }]
      } catch {
        return []
      }
    })
  const children = parents.filter(({ parent }) => parent === pid)
  return [pid, ...children.flatMap(({ own }) => familyOf(own))]
}
