import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { request } from 'undici'

import { root, STOREFRONT } from '../../scripts/processes/dev-processes.ts'
import { startScript, type ProcessOptions, type Running } from '../../tests/kit/processes.ts'

const PURGE_SECRET = 'what the bench purges with, 32 characters and more'

export interface PageResponse {
  status: number
  /** Value of `x-cache`. */
  state: string
  cacheTags: string[]
  headers: Record<string, string>
  body: Buffer
  /** Time to first byte. */
  firstByteMs: number
  totalMs: number
}

export interface BenchStorefront extends Running {
  get(path: string, host?: string, isHttps?: boolean): Promise<PageResponse>
  /** Purges pages by tag and returns their number. */
  purge(...tags: string[]): Promise<number>
}

/** Starts the built storefront as a separate process; all hosts share the API on one local port. */
export async function startBenchStorefront(
  apiPort: number,
  { core, directory = root, environment = {} }: ProcessOptions = {},
): Promise<BenchStorefront> {
  if (!existsSync(join(directory, 'dist/server/entry.mjs'))) {
    throw new Error('The pages are not built. Run `npm run build` first.')
  }
  const imageDirectory = mkdtempSync(join(tmpdir(), 'tanabana-images-'))
  const running = await startScript(STOREFRONT, {
    core,
    directory,
    environment: {
      PORT: '0',
      STORE_API_ORIGIN: `http://127.0.0.1:${apiPort}`,
      CACHE_PURGE_SECRET: PURGE_SECRET,
      IMAGE_CACHE_DIR: imageDirectory,
      ...environment,
    },
  })
  running.child.once('exit', () => rmSync(imageDirectory, { recursive: true, force: true }))
  return {
    ...running,
    get: (path, host, isHttps) => get(running.port, path, host, isHttps),
    purge: async (...tags) => {
      const { body } = await request(`http://127.0.0.1:${running.port}/_cache/purge`, {
        method: 'POST',
        headers: { authorization: `Bearer ${PURGE_SECRET}` },
        body: JSON.stringify({ tags }),
      })
      return Number.parseInt(await body.text(), 10)
    },
  }
}

/** Fetches a page, for `isHttps` as a proxy does; its body stays compressed with Brotli. */
export async function get(
  port: number,
  path: string,
  host = 'localhost',
  isHttps = false,
): Promise<PageResponse> {
  const startedAt = performance.now()
  const response = await request(`http://127.0.0.1:${port}${path}`, {
    headers: { host, 'accept-encoding': 'br', ...(isHttps && { 'x-forwarded-proto': 'https' }) },
  })
  const firstByteMs = performance.now() - startedAt
  const body = Buffer.from(await response.body.arrayBuffer())
  return {
    status: response.statusCode,
    state: String(response.headers['x-cache'] ?? 'none'),
    cacheTags: String(response.headers['cache-tag'] ?? '').split(','),
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
    ),
    body,
    firstByteMs,
    totalMs: performance.now() - startedAt,
  }
}
