import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { request } from 'undici'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { root } from '../../scripts/processes/dev-processes.ts'
import { startOtherStore, type OtherStore } from '../kit/shops/other-store.ts'
import { startStorefront, type Storefront } from '../kit/shops/storefront.ts'

/** The built storefront as several processes on one port. */
const SECRET = 'a secret that only the tests of the workers know'

let store: OtherStore
let storefront: Storefront

beforeAll(async () => {
  store = await startOtherStore()
  storefront = await startStorefront(store.port, { WORKERS: '2', CACHE_PURGE_SECRET: SECRET })
})
afterAll(async () => {
  await storefront.stop()
  await store.stop()
})

/** The same page on a connection of its own each time: the processes take turns. */
async function askAll(path: string): Promise<string[]> {
  const pages = []
  for (let count = 0; count < 4; count += 1) {
    pages.push(await storefront.get(path, { headers: { connection: 'close' } }))
  }
  return pages.map(({ html }) => html)
}

function workerIds({ pid } = storefront): number[] {
  return execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number))
    .flatMap(([id, parent]) => (id !== undefined && parent === pid ? [id] : []))
}

test('an edit is published in every process', async () => {
  await askAll('/contact')
  store.changeStore({ companyName: 'Renamed Company' })
  const purged = await request(`http://127.0.0.1:${storefront.port}/_cache/purge`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}` },
    body: JSON.stringify({ tags: ['tenant:localhost'] }),
  })
  expect((await purged.body.text()).trim()).toBe('2 pages purged')
  for (const html of await askAll('/contact')) expect(html).toContain('Renamed Company')
})

/** All figures, on a connection of its own. */
async function figures(): Promise<string> {
  return (await storefront.get('/metrics', { headers: { connection: 'close' } })).html
}

/** The processes that tell of their renders. */
function tellers(text: string): string[] {
  return [...text.matchAll(/^storefront_renders_total\{worker="(\d+)"\} \d+$/gm)].map(([, id = '']) => id)
}

test('every process returns the metrics of all', async () => {
  const ids = tellers(await figures())
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(2)
  const texts = [await figures(), await figures(), await figures()]
  for (const text of texts) {
    expect(tellers(text)).toEqual(ids)
    const names = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(20)
    expect(new Set(names).size).toBe(names.length)
  }
})

test('the metrics have the latencies of every process', async () => {
  await askAll('/contact')
  const text = await figures()
  for (const id of tellers(text)) {
    const count = `^storefront_page_duration_seconds_count\\{page="other",cache="\\w+",worker="${id}"\\} [1-9]`
    expect(text).toMatch(new RegExp(count, 'm'))
  }
})

test('metrics omit a process that does not respond', async () => {
  const [stuck = 0] = workerIds()
  process.kill(stuck, 'SIGSTOP')
  onTestFinished(() => void process.kill(stuck, 'SIGCONT'))
  // One of the two is for the process that is stuck.
  const requested = [figures(), figures()]
  expect(tellers(await Promise.any(requested))).toHaveLength(1)
  process.kill(stuck, 'SIGCONT')
  await Promise.all(requested)
})

test('a process that dies is replaced, and the shop responds meanwhile', async () => {
  const [victim = 0, survivor] = workerIds()
  process.kill(victim, 'SIGKILL')
  await vi.waitFor(() => {
    expect(workerIds()).toHaveLength(2)
    expect(workerIds()).not.toContain(victim)
  }, 5000)
  expect(workerIds()).toContain(survivor)
  expect((await storefront.get('/livez')).status).toBe(200)
})

test('a replacement that cannot start is tried again, and the shop responds meanwhile', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tanabana-rebuilt-'))
  for (const part of ['src', 'dist']) cpSync(join(root, part), join(directory, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
  copyFileSync(join(root, 'package.json'), join(directory, 'package.json'))
  const lines: string[] = []
  const rebuilt = await startStorefront(
    store.port,
    { WORKERS: '2' },
    { directory, onLine: (line) => lines.push(line) },
  )
  const [victim = 0] = workerIds(rebuilt)
  renameSync(join(directory, 'dist/server'), join(directory, 'dist/away'))
  process.kill(victim, 'SIGKILL')
  await vi.waitFor(() => {
    expect(lines.filter((line) => line.includes('The pages are not built yet.')).length).toBeGreaterThan(1)
  }, 10_000)
  expect((await rebuilt.get('/livez')).status).toBe(200)
  renameSync(join(directory, 'dist/away'), join(directory, 'dist/server'))
  await vi.waitFor(async () => {
    expect(workerIds(rebuilt)).toHaveLength(2)
    for (let count = 0; count < 4; count += 1) {
      const page = await rebuilt.get('/', { headers: { connection: 'close' } })
      expect(page.status).toBe(200)
    }
  }, 10_000)
  await rebuilt.stop()
  rmSync(directory, { recursive: true })
})
