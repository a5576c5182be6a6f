import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { request } from 'undici'

import { root, STOREFRONT } from '../../../scripts/processes/dev-processes.ts'

interface Page {
  status: number
  headers: Record<string, string | string[] | undefined>
  html: string
}

export interface Storefront {
  /** Process id of the primary. */
  pid: number
  port: number
  /** Requests a page like a browser, without following redirects. */
  get: (path: string, options?: { host?: string; headers?: Record<string, string> }) => Promise<Page>
  stop: () => Promise<void>
}

/**
 * Starts the storefront built in `directory` as a separate process on a free port, with the store API on `apiPort`.
 * `onLine` gets each line of its output.
 */
export async function startStorefront(
  apiPort: number,
  environment: Record<string, string> = {},
  {
    directory = root,
    onLine = () => undefined,
  }: { directory?: string; onLine?: (line: string) => void } = {},
): Promise<Storefront> {
  if (!existsSync(join(directory, 'dist/server/entry.mjs'))) {
    throw new Error('The pages are not built. Run `npm run build` before these tests.')
  }
  const imageDirectory = mkdtempSync(join(tmpdir(), 'tanabana-images-'))
  const child = spawn('node', STOREFRONT, {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: '0',
      LOCAL_API_PORT: String(apiPort),
      IMAGE_CACHE_DIR: imageDirectory,
      ...environment,
    },
  })
  child.once('exit', () => rmSync(imageDirectory, { recursive: true, force: true }))
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', onLine)
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The storefront ended with code ${code}.`)))
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /localhost:(\d+)/.exec(chunk.toString())
      if (found) resolve(Number(found[1]))
    })
  })
  return {
    pid: child.pid ?? 0,
    port,
    get: async (path, { host = `localhost:${port}`, headers = {} } = {}) => {
      const response = await request(`http://127.0.0.1:${port}${path}`, { headers: { ...headers, host } })
      return { status: response.statusCode, headers: response.headers, html: await response.body.text() }
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}
