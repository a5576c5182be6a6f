import { createHttpClient } from '@tanabana/node/http-client.ts'
import type { HttpResponse } from '@tanabana/node/http-response.ts'

const DEADLINE_MS = 4000
const REFUSALS = [400, 404, 422]

const send = createHttpClient({ maxBytes: 256 * 1024 })

/** A provider call failed or timed out. The message contains no secret and no part of the response. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly status: number | undefined

  constructor(message: string, options?: { status?: number; cause?: unknown }) {
    super(message, { cause: options?.cause })
    this.status = options?.status
  }
}

/** Whether the provider understood the request and refused it, so that a repetition would be refused as well. */
export function isRefused(error: unknown): boolean {
  return error instanceof ProviderError && REFUSALS.includes(error.status ?? 0)
}

export interface ProviderRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

/**
 * Returns the JSON of a 2xx response.
 * @throws {ProviderError} any other response
 */
export type ProviderCall = (request: ProviderRequest) => Promise<unknown>

/**
 * Creates a client with a deadline for the whole response and a limit of its size, which follows no redirects.
 * `locate` maps provider addresses, for tests without the internet.
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
      throw new ProviderError(`${host} did not respond in time.`, { cause: error })
    }
    const { status } = response
    if (status < 200 || status > 299)
      throw new ProviderError(`${host} returned status ${status}.`, { status })
    try {
      return JSON.parse(response.body.toString('utf8')) as unknown
    } catch {
      throw new ProviderError(`${host} did not return JSON.`, { status })
    }
  }
}
