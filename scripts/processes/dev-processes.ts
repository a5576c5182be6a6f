import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { isPortTaken, listen, portTakenMessage } from '@tanabana/node/listen.ts'

/** Processes of `npm start`, `npm run dev` and the browser tests. */

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Node's arguments for the storefront. By default, V8's young generation could grow larger than the whole page cache. */
export const STOREFRONT = ['--max-semi-space-size=4', '--max-old-space-size=768', 'src/server/index.mjs']

/** Files and folders that determine the built pages, relative to the project's folder. */
export const BUILD_INPUTS = [
  'contract',
  'node',
  'src',
  'public',
  'astro.config.mjs',
  'scripts/inline-scripts.mjs',
  'scripts/precompress.mjs',
  'scripts/preload-chunks.mjs',
  'tailwind.config.mjs',
  'tailwind.landing.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
/** The same of the console. */
export const CONSOLE_INPUTS = [
  'admin/src',
  'admin/index.html',
  'admin/vite.config.ts',
  'contract',
  'scripts/precompress.mjs',
  'package-lock.json',
]
/** Vitest sets DEV, and Astro takes `import.meta.env.DEV` from the environment. */
const BUILD_ENVIRONMENT = { NODE_ENV: 'production', DEV: undefined, PROD: undefined, MODE: undefined }
const END_WITH_PARENT = new URL('end-with-parent.mjs', import.meta.url).href
const PARENT_CHECKED_EVERY_MS = 250
const READY_WITHIN_MS = 60_000
const POLL_INTERVAL_MS = 50

export type Environment = Record<string, string | undefined>

/**
 * Ports of the two processes, and the variables that pass them on. docs/requirements.md#71-base-address
 * docs/requirements.md#91-session-and-storage
 */
export function portsOf(environment: Environment) {
  const storefront = environment.PORT || '4321'
  const api = environment.LOCAL_API_PORT || environment.API_PORT || '8044'
  return {
    storefront,
    api,
    environment: { PORT: storefront, STOREFRONT_PORT: storefront, API_PORT: api, LOCAL_API_PORT: api },
  }
}

/** Variables that let the local API purge pages of the local storefront. */
export function purgeEnvironment(storefrontPort: string): Environment {
  return {
    CACHE_PURGE_ORIGINS: `http://localhost:${storefrontPort}`,
    CACHE_PURGE_SECRET: randomBytes(32).toString('base64url'),
  }
}

/** Builds pages and console, each unless its inputs are unchanged since its last build. */
export async function buildWhenStale(): Promise<void> {
  await buildUnlessStamped('pages', BUILD_INPUTS, 'dist/.inputs', ['astro', 'build', '--silent'])
  await buildConsoleWhenStale()
}

/** Builds the console unless its inputs are unchanged since its last build. */
export async function buildConsoleWhenStale(): Promise<void> {
  const command = ['vite', 'build', 'admin', '--logLevel', 'warn']
  await buildUnlessStamped('console', CONSOLE_INPUTS, 'admin/dist/.inputs', command)
}

async function buildUnlessStamped(
  what: string,
  paths: string[],
  stampPath: string,
  [command = '', ...args]: string[],
): Promise<void> {
  const inputs = createHash('sha256')
  for (const path of paths) hashInto(inputs, join(root, path))
  const digest = inputs.digest('hex')
  const stamp = join(root, stampPath)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  console.log(`Building the ${what} …`)
  await finished(start(command, args, BUILD_ENVIRONMENT))
  writeFileSync(stamp, digest)
}

function hashInto(hash: ReturnType<typeof createHash>, path: string): void {
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) hashInto(hash, join(path, name))
    return
  }
  hash.update(path).update(readFileSync(path))
}

/** Starts a command of this project with inherited output; it ends when this process does. */
export function start(command: string, args: string[], environment: Environment): ChildProcess {
  const { NODE_OPTIONS = '' } = process.env
  return spawn(command, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...environment, NODE_OPTIONS: `${NODE_OPTIONS} --import=${END_WITH_PARENT}` },
  })
}

/** Resolves when the process exits with code 0; rejects otherwise. */
export function finished(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`${child.spawnargs.join(' ')} ended with ${signal ?? `code ${code}`}.`))
    })
  })
}

/** Resolves when the address returns a success status; rejects after 60 seconds. */
export async function waitForSuccess(address: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline) {
    try {
      const response = await fetch(address)
      if (response.ok) return
    } catch {
      // Not listening yet: retry until the deadline.
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
  throw new Error(`${address} did not answer within ${READY_WITHIN_MS / 1000} seconds.`)
}

/** Resolves when the server reports that it listens; rejects when it exits first. */
export function waitUntilListening(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('message', () => resolve())
    server.once('exit', () => reject(new Error(`${server.spawnargs.join(' ')} ended before it listened.`)))
  })
}

/**
 * Stops all processes when one exits or when this process gets a signal; exits after the last one. Returns a function that
 * adds a process.
 */
export function superviseTogether(children: ChildProcess[]): (child: ChildProcess) => void {
  const running = new Set<ChildProcess>()
  let code = 0
  let isStopping = false
  const stop = () => {
    isStopping = true
    for (const child of running) child.kill('SIGTERM')
  }
  const end = (child: ChildProcess, childCode: number | null) => {
    if (!isStopping) code = (childCode ?? 0) || 1
    stop()
    running.delete(child)
    if (running.size === 0) process.exit(code)
  }
  const add = (child: ChildProcess) => {
    running.add(child)
    child.once('exit', (childCode) => end(child, childCode))
    child.once('error', () => end(child, 1))
    if (isStopping) child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  for (const child of children) add(child)
  return add
}

/**
 * Ends this process together with the npm that started it: npm forwards only SIGINT and SIGTERM, and otherwise leaves
 * its child processes running.
 */
export function exitWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const check = () => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }
  setInterval(check, PARENT_CHECKED_EVERY_MS).unref()
}

/**
 * Checks that the ports of these variables are free.
 * @throws {Error} a sentence that names the port and its variable
 */
export async function requireFreePorts(ports: Record<string, string>): Promise<void> {
  for (const [variable, port] of Object.entries(ports)) {
    try {
      const listener = await listen(createServer(), { port: Number(port), host: undefined })
      await listener.close()
    } catch (error) {
      if (!isPortTaken(error)) throw error
      throw new Error(portTakenMessage(port, variable))
    }
  }
}
