import * as z from 'zod/mini'

import { API_VERSION, LOCAL_API_PORT } from '@tanabana/contract/constants.ts'
import { isLocalHost, LOCAL_NAMES } from '@tanabana/contract/local-hosts.ts'
import { InvalidResponseError, NoResponseError, StatusError } from './errors.ts'

/** The part of `Response` that the client reads. */
type ResponseLike = Pick<Response, 'ok' | 'status' | 'text'>

export interface ClientOptions {
  /** Address without a trailing slash, from `storeApiBase`. */
  base: string
  /** The API's public address, when the server calls it by an internal one. */
  publicBase?: string
  /** `fetch` or a compatible function. */
  fetch: (url: string, init: RequestInit) => Promise<ResponseLike>
  /** Returns the current bearer token; `undefined` for a guest. */
  token?: () => string | undefined
  /** Called on every 401: the caller removes the cookie (docs/requirements.md#810-unauthorized). */
  onUnauthorized?: () => void
  /** Timeout of one call, including its body. */
  deadlineMs: number
}

/** Query parameters; a list repeats its parameter. */
export type Query = Record<string, string | number | string[] | undefined>

export interface StoreClient {
  /** The API's public address, the base of relative image addresses. */
  publicBase: string
  /**
   * Returns the body of a GET, parsed by `schema`.
   * @throws {NoResponseError} no response in time
   * @throws {StatusError} a failure status
   * @throws {InvalidResponseError} a body that violates the contract (docs/requirements.md#72-calls)
   */
  get<T extends z.ZodMiniType>(path: string, schema: T, query?: Query): Promise<z.output<T>>
  /** Returns the body of a POST with a JSON body. Throws as `get` does. */
  post<T extends z.ZodMiniType>(
    path: string,
    schema: T,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<z.output<T>>
  /** Sends a DELETE and ignores the body. Throws as `get` does. */
  remove(path: string): Promise<void>
}

const failureSchema = z.object({ error: z.string() })

/** Creates a client that adds address, token and timeout to every call and reports 401. docs/requirements.md#72-calls */
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

    let response: ResponseLike
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
      throw new NoResponseError(`No response from ${base + path}`, { cause })
    }

    if (response.status === 401) onUnauthorized?.()
    const body = parseJson(text)
    if (!response.ok) {
      throw new StatusError(response.status, z.safeParse(failureSchema, body).data?.error, body)
    }
    const result = z.safeParse(schema, body)
    if (!result.success) {
      throw new InvalidResponseError(`${base + path} returned a body that does not match the contract`, {
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
    async remove(path) {
      await call(path, z.unknown(), { method: 'DELETE' })
    },
  }
}

/** Returns `undefined` for invalid JSON, which no schema of the contract accepts. */
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

/**
 * Returns the base address of the store API for a page's address, without a trailing slash.
 * docs/requirements.md#71-base-address
 *
 * @example storeApiBase(new URL('https://shop.example/cart')) // 'https://api.shop.example/api/v1'
 */
export function storeApiBase(
  page: Pick<URL, 'protocol' | 'hostname'>,
  localPort: number = LOCAL_API_PORT,
): string {
  const { protocol, hostname } = page
  if (LOCAL_NAMES.includes(hostname)) return `http://localhost:${localPort}/api/${API_VERSION}`
  if (isLocalHost(hostname)) return `http://${hostname}:${localPort}/api/${API_VERSION}`
  return `${protocol}//api.${hostname}/api/${API_VERSION}`
}
