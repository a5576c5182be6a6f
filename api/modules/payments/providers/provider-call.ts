import { createHttpClient } from '../../../../src/network/http-client.ts'
import type { HttpResponse } from '../../../../src/network/http-response.ts'

const DEADLINE_MS = 4000

const send = createHttpClient({ maxBytes: 256 * 1024 })

/** A provider did not do what it was asked, or not in time. The message names no secret and nothing of the answer. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly status: number | undefined

  constructor(message: string, options?: { status?: number; cause?: unknown }) {
    super(message, { cause: options?.cause })
    this.status = options?.status
  }
}

export interface ProviderRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

/** The JSON of a 2xx answer. @throws {ProviderError} anything else */
export type ProviderCall = (request: ProviderRequest) => Promise<unknown>

/**
 * Calls over HTTP with a deadline for the whole answer and a bound for its size; no redirect is followed. `locate` says
 * where a provider's address is found, for tests without the internet.
 */
export function createProviderCall(locate: (url: string) => string = (url) => url): ProviderCall {
  return async ({ method, url, headers, body }) => {
    const { host } = new URL(url)
    let response: HttpResponse
    try {
      response = await send(locate(url), {
        method,
        headers: { accept: 'application/json', 'user-agent': 'Tanabana', ...headers },
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(DEADLINE_MS),
      })
    } catch (error) {
      throw new ProviderError(`${host} gave no answer in time.`, { cause: error })
    }
    const { status } = response
    if (status < 200 || status > 299) throw new ProviderError(`${host} answered ${status}.`, { status })
    try {
      return JSON.parse(response.body.toString('utf8')) as unknown
    } catch {
      throw new ProviderError(`${host} answered something other than JSON.`, { status })
    }
  }
}
