import { readFileSync } from 'node:fs'
import { compileFunction } from 'node:vm'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const ORIGIN = 'https://shop.example'
const PICTURE = `${ORIGIN}/_img/320/signature/media/kurta.webp`
const BUILT_FILE = `${ORIGIN}/_astro/page.abc123.js`
const HOUR_MS = 60 * 60 * 1000

interface LoadEvent {
  request: Request
  clientId: string
  respondWith: (response: Promise<Response>) => void
  waitUntil: (work: Promise<unknown>) => void
}

let isOnline = true
let load: (event: LoadEvent) => void
const fetched = vi.fn<(request: Request) => Promise<Response>>()

beforeEach(() => {
  vi.useFakeTimers()
  isOnline = true
  fetched.mockReset()
  load = startWorker()
})
afterEach(() => {
  vi.useRealTimers()
})

test(
  'the copy of a picture is replaced once it is older than a day',
  { tags: ['@decision-18.4'] },
  async () => {
    serve('first')
    await showOnline(PICTURE)
    serve('second')
    vi.advanceTimersByTime(23 * HOUR_MS)
    await showOnline(PICTURE)
    expect(fetched).toHaveBeenCalledOnce()
    expect(await showOffline(PICTURE)).toBe('first')

    vi.advanceTimersByTime(HOUR_MS)
    await showOnline(PICTURE)
    expect(fetched).toHaveBeenCalledTimes(2)
    expect(await showOffline(PICTURE)).toBe('second')
  },
)

test('without a network the copy of a picture is shown, whatever its age', async () => {
  serve('first')
  await showOnline(PICTURE)
  vi.advanceTimersByTime(1000 * HOUR_MS)
  fetched.mockRejectedValue(new TypeError('offline'))
  await showOnline(PICTURE)
  expect(await showOffline(PICTURE)).toBe('first')
})

test('the copy of a built file stays, because its name contains a hash of its content', async () => {
  serve('first')
  await showOnline(BUILT_FILE)
  vi.advanceTimersByTime(1000 * HOUR_MS)
  await showOnline(BUILT_FILE)
  expect(fetched).toHaveBeenCalledOnce()
})

/** Responses of the network from now on, with the date of each. */
function serve(body: string): void {
  fetched.mockImplementation(() =>
    Promise.resolve(new Response(body, { headers: { date: new Date().toUTCString() } })),
  )
}

/** Requests a file while the browser has a network, and waits for the worker's copy. */
async function showOnline(url: string): Promise<void> {
  isOnline = true
  const copying: Promise<unknown>[] = []
  request(url, { waitUntil: (work) => copying.push(work) })
  await vi.advanceTimersByTimeAsync(1000)
  await Promise.all(copying)
}

/** Returns the text that the worker responds without a network. */
async function showOffline(url: string): Promise<string> {
  isOnline = false
  const responses: Promise<Response>[] = []
  request(url, { respondWith: (response) => responses.push(response) })
  const [response] = await Promise.all(responses)
  return response?.text() ?? ''
}

function request(url: string, handlers: Partial<LoadEvent>): void {
  const ignore = () => undefined
  load({
    request: new Request(url),
    clientId: 'page',
    respondWith: ignore,
    waitUntil: ignore,
    ...handlers,
  })
}

/** Runs public/service-worker.js with caches in memory, and returns its listener of requests. */
function startWorker(): (event: LoadEvent) => void {
  const listeners = new Map<string, (event: LoadEvent) => void>()
  const globals = {
    addEventListener: (type: string, listener: (event: LoadEvent) => void) => listeners.set(type, listener),
    caches: createCaches(),
    fetch: fetched,
    location: new URL(ORIGIN),
    navigator: {
      get onLine() {
        return isOnline
      },
    },
  }
  const source = readFileSync('public/service-worker.js', 'utf8')
  compileFunction(source, Object.keys(globals))(...Object.values(globals))
  return listeners.get('fetch') ?? expect.fail('The worker listens to no requests.')
}

/** The part of `CacheStorage` that copies of files need. */
function createCaches() {
  const stores = new Map<string, Map<string, Response>>()
  return {
    open(name: string) {
      const store = stores.get(name) ?? new Map<string, Response>()
      stores.set(name, store)
      return Promise.resolve({
        match: ({ url }: Request) => Promise.resolve(store.get(url)?.clone()),
        put: ({ url }: Request, response: Response) => Promise.resolve(store.set(url, response)),
        delete: ({ url }: Request) => Promise.resolve(store.delete(url)),
        keys: () => Promise.resolve([...store.keys()].map((url) => new Request(url))),
      })
    },
  }
}
