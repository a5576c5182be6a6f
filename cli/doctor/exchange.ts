import type { IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { createHttpClient } from '@tanabana/node/http-client.ts'
import {
  IncompleteResponseError,
  isClosedConnection,
  ResponseTooLargeError,
} from '@tanabana/node/http-response.ts'

const BODY_MAX = 16 * 1024 * 1024

const send = createHttpClient({ maxBytes: BODY_MAX })

export interface Call {
  method?: string | undefined
  headers?: Record<string, string> | undefined
  body?: unknown
}

export interface ApiResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** `undefined` for a body that is not JSON. */
  json: unknown
  milliseconds: number
}

/** Sends one HTTP request like a browser. Rejects with a sentence when no complete response arrives in time. */
export async function exchange(url: URL, call: Call, deadlineMs: number): Promise<ApiResponse> {
  const { method, headers, body } = call
  const hasBody = body !== undefined
  const started = performance.now()
  const response = await send(url.href, {
    method: method ?? (hasBody ? 'POST' : 'GET'),
    headers: {
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
      ...(hasBody && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(hasBody && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(deadlineMs),
  }).catch((cause: unknown) => {
    throw new Error(sentenceOf(cause, deadlineMs), { cause })
  })
  const text = decode(response.body, response.headers['content-encoding'])
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: parse(text),
    milliseconds: performance.now() - started,
  }
}

function decode(bytes: Buffer, encoding: string | undefined): string {
  try {
    const plain =
      encoding === 'gzip'
        ? gunzipSync(bytes, { maxOutputLength: BODY_MAX })
        : encoding === 'br'
          ? brotliDecompressSync(bytes, { maxOutputLength: BODY_MAX })
          : bytes
    return plain.toString('utf8')
  } catch (cause) {
    throw new Error(`the response is marked as ${encoding} but can't be unpacked`, { cause })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function sentenceOf(cause: unknown, deadlineMs: number): string {
  if (cause instanceof ResponseTooLargeError) return 'the response is larger than 16 MB'
  if (cause instanceof IncompleteResponseError) return 'the response ended early'
  if (!(cause instanceof Error)) return 'there was no response'
  if (cause.name === 'TimeoutError') return `there was no response within ${deadlineMs / 1000} s`
  if (isClosedConnection(cause)) return 'there was no response: the connection was closed'
  return `there was no response: ${'code' in cause ? String(cause.code) : cause.message}`
}
