import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { request } from 'undici'

import { root, STOREFRONT } from '../../scripts/dev-processes.ts'
import { startScript, type ProcessOptions, type Running } from './processes.ts'

const PURGE_SECRET = 'what the bench purges with, 32 characters and more'

export interface Answer {
  status: number
  /** `x-cache` */
  state: string
  cacheTags: string[]
  body: Buffer
  /** To the first byte of the answer. */
  firstByteMs: number
  totalMs: number
}

export interface BenchStorefront extends Running {
  get(path: string, host?: string): Promise<Answer>
  /** Drops pages by their tags and counts them. */
  purge(...tags: string[]): Promise<number>
}

/** The built storefront as a process of its own, every host's API on one port of this machine. */
export async function startBenchStorefront(
  apiPort: number,
  { core, environment = {} }: ProcessOptions = {},
): Promise<BenchStorefront> {
  if (!existsSync(join(root, 'dist/server/entry.mjs'))) {
    throw new Error('The pages are not built. Run `npm run build` first.')
  }
  const imageDirectory = mkdtempSync(join(tmpdir(), 'tanabana-images-'))
  const running = await startScript(STOREFRONT, {
    core,
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
    get: (path, host) => get(running.port, path, host),
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

/** One page, brotli as it came. */
export async function get(port: number, path: string, host = 'localhost'): Promise<Answer> {
  const startedAt = performance.now()
  const answer = await request(`http://127.0.0.1:${port}${path}`, {
    headers: { host, 'accept-encoding': 'br' },
  })
  const firstByteMs = performance.now() - startedAt
  const body = Buffer.from(await answer.body.arrayBuffer())
  return {
    status: answer.statusCode,
    state: String(answer.headers['x-cache'] ?? 'none'),
    cacheTags: String(answer.headers['cache-tag'] ?? '').split(','),
    body,
    firstByteMs,
    totalMs: performance.now() - startedAt,
  }
}
