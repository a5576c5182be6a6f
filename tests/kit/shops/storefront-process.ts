import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { root, STOREFRONT } from '../../../scripts/processes/dev-processes.ts'

export interface StorefrontProcess {
  port: number
  pid: number
  /** Its output so far, by line. */
  lines: string[]
  /** Its log entries so far. */
  events(): Record<string, unknown>[]
  signal(name: NodeJS.Signals): void
  /** Resolves with the exit code. */
  exited: Promise<number | null>
  stop(): Promise<void>
}

/** Starts the built storefront as a separate process that accepts signals and whose log can be read. */
export async function startStorefrontProcess(
  environment: Record<string, string>,
): Promise<StorefrontProcess> {
  if (!existsSync(join(root, 'dist/server/entry.mjs'))) {
    throw new Error('The pages are not built. Run `npm run build` before these tests.')
  }
  const imageDirectory = mkdtempSync(join(tmpdir(), 'tanabana-images-'))
  const child = spawn(process.execPath, STOREFRONT, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0', IMAGE_CACHE_DIR: imageDirectory, ...environment },
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const exited = once(child, 'exit').then(([code]) => {
    process.off('exit', kill)
    rmSync(imageDirectory, { recursive: true, force: true })
    return code as number | null
  })
  const lines: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line))
  const output = createInterface({ input: child.stdout })
  const port = await new Promise<number>((resolve, reject) => {
    void exited.then((code) => reject(new Error(`The storefront ended with code ${code}.`)))
    output.on('line', (line) => {
      lines.push(line)
      const found = /listens on http:\/\/localhost:(\d+)/.exec(line)
      if (found) resolve(Number(found[1]))
    })
  })
  return {
    port,
    pid: child.pid ?? 0,
    lines,
    events: () => lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line)),
    signal: (name) => void child.kill(name),
    exited,
    stop: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
