import { lookup } from 'node:dns'

import { Agent, request } from 'undici'
import { vi } from 'vitest'

import type { FaultyApi } from './faulty-api.ts'

/** Opens a page at `path` whose requests go over the network to a failing API; returns the visited URLs. */
export function openBrowserPage(path: string, api: FaultyApi): { visits: string[]; close(): Promise<void> } {
  const visits: string[] = []
  history.replaceState(null, '', path)
  vi.spyOn(location, 'assign').mockImplementation((url) => void visits.push(String(url)))
  vi.spyOn(location, 'replace').mockImplementation((url) => void visits.push(String(url)))
  const agent = new Agent({
    connect: {
      lookup: (_name, options, callback) => {
        if (api.fault() !== 'DNS failure') return lookup('127.0.0.1', options, callback)
        callback(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }), '', 4)
      },
    },
  })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname, search } = new URL(url)
    const { statusCode, body } = await request(`http://store.faults.test:${api.port}${pathname}${search}`, {
      dispatcher: agent,
      method: init.method === 'POST' ? 'POST' : 'GET',
      headers: { ...Object.fromEntries(new Headers(init.headers)), host: 'localhost' },
      body: typeof init.body === 'string' ? init.body : null,
      signal: init.signal,
    })
    // Same as `redirect: 'error'` of `fetch`.
    if (statusCode >= 300 && statusCode < 400) {
      await body.dump()
      throw new TypeError('Failed to fetch')
    }
    return new Response(await body.text(), { status: statusCode })
  })
  return { visits, close: () => agent.destroy() }
}
