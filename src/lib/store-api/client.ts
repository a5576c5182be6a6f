import * as z from 'zod/mini'

import { NoResponseError, StatusError, UnreadableAnswerError } from '../errors.ts'

/** As much of a `Response` as the client reads. */
type Answer = Pick<Response, 'ok' | 'status' | 'text'>

export interface ClientOptions {
  /** Address without a trailing slash, as `storeApiBase` gives it. */
  base: string
  /** The same API as a browser reaches it, where the server calls it by an internal address. */
  publicBase?: string
  /** `fetch` or something that behaves like it. */
  fetch: (url: string, init: RequestInit) => Promise<Answer>
  /** The bearer token of this moment, or `undefined` for a guest. */
  token?: () => string | undefined
  /** Called on every 401: the caller removes the cookie (docs/requirements.md#810-unauthorized). */
  onUnauthorized?: () => void
  /** How long one call may take, answer included. */
  deadlineMs: number
}

/** A list repeats its parameter. */
export type Query = Record<string, string | number | string[] | undefined>

export interface StoreClient {
  /** The API's address for browsers: relative image addresses are read against it. */
  publicBase: string
  /**
   * The answer of a GET, read by `schema`.
   * @throws {NoResponseError} nothing came back in time
   * @throws {StatusError} the answer is a failure
   * @throws {UnreadableAnswerError} the answer is not JSON or not what docs/requirements.md#72-calls describes
   */
  get<T extends z.ZodMiniType>(path: string, schema: T, query?: Query): Promise<z.output<T>>
  /** The answer of a POST with a JSON body. Throws as `get` does. */
  post<T extends z.ZodMiniType>(
    path: string,
    schema: T,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<z.output<T>>
}

const failureSchema = z.object({ error: z.string() })

/** Adds address, token, deadline and the 401 rule to every call. docs/requirements.md#72-calls */
export function createClient(options: ClientOptions): StoreClient {
  const { base, publicBase = base, fetch, token, onUnauthorized, deadlineMs } = options

  async function call<T extends z.ZodMiniType>(
    path: string,
    schema: T,
    init: RequestInit,
  ): Promise<z.output<T>> {
    const headers = new Headers(init.headers)
    headers.set('accept', 'application/json')
    const bearer = token?.()
    if (bearer) headers.set('authorization', `Bearer ${bearer}`)

    let response: Answer
    let text: string
    try {
      response = await fetch(base + path, {
        ...init,
        headers,
        credentials: 'include',
        redirect: 'error',
        signal: AbortSignal.timeout(deadlineMs),
      })
      text = await response.text()
    } catch (cause) {
      throw new NoResponseError(`No answer from ${base + path}`, { cause })
    }

    if (response.status === 401) onUnauthorized?.()
    const answer = parseJson(text)
    if (!response.ok) {
      throw new StatusError(response.status, z.safeParse(failureSchema, answer).data?.error, answer)
    }
    const result = z.safeParse(schema, answer)
    if (!result.success) {
      throw new UnreadableAnswerError(`${base + path} answered something that is not in the contract`, {
        cause: result.error,
      })
    }
    return result.data
  }

  return {
    publicBase,
    get: (path, schema, query = {}) => call(path + queryString(query), schema, { method: 'GET' }),
    post: (path, schema, body, headers) =>
      call(path, schema, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  }
}

/** `undefined` for anything that is not JSON, which no schema of the contract accepts. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function queryString(query: Query): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value ?? []].flat()) if (one !== '') parameters.append(name, String(one))
  }
  return parameters.size > 0 ? `?${parameters}` : ''
}
