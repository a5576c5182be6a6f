import { vi } from 'vitest'

import { openIslandPage, signInBefore, type StubResponse } from './island.ts'

interface Sent {
  path: string
  body: unknown
  idempotencyKey: string | null
}

interface Given {
  status?: number
  body?: unknown
}

/**
 * Responses of the store API by method and path: a body with its status (200 by default), now or when the promise
 * resolves; `no answer` is a failed connection, `never` a call without an end.
 */
export type Responses = Record<string, Given | Promise<Given> | 'no answer' | 'never'>

/** Opens a page as a signed-in shopper. `responses` may change while it is open. */
export function openShopperPage(path: string, responses: Responses) {
  const page = openIslandPage(
    path,
    Object.fromEntries(Object.keys(responses).map((call) => [call, () => toResponse(responses[call])])),
  )
  const response = globalThis.fetch
  const posts: Sent[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (init.method === 'POST') {
      posts.push({
        path: new URL(url).pathname.replace('/api/v1', ''),
        body: JSON.parse(init.body as string),
        idempotencyKey: new Headers(init.headers).get('idempotency-key'),
      })
    }
    return response(url, init)
  })
  signInBefore()
  return { responses: responses, posts, visits: page.visits, calls: page.calls }
}

function toResponse(stubResponse: Responses[string] | undefined): StubResponse {
  if (stubResponse === undefined || stubResponse === 'no answer') return new TypeError('Failed to fetch')
  if (stubResponse === 'never') return new Promise(() => undefined)
  return Promise.resolve(stubResponse).then(({ status = 200, body = {} }) => ({ status, body }))
}
