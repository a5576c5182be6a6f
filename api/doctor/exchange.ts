import { request as requestPlain, type IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import { once } from 'node:events'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

const BODY_MAX = 16 * 1024 * 1024

export interface Call {
  method?: string | undefined
  headers?: Record<string, string> | undefined
  body?: unknown
}

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  text: string
  /** `undefined` for what is not JSON. */
  json: unknown
  milliseconds: number
}

/**
 * One call over HTTP, as a browser makes it, redirects not followed. `fetch` would drop the Host header, which names
 * the shop. Rejects with a sentence when no whole answer comes in time.
 */
export async function exchange(url: URL, call: Call, deadlineMs: number): Promise<Answer> {
  const started = performance.now()
  const response = await respond(url, call, deadlineMs)
  const bytes = await readBody(response)
  const text = decode(bytes, response.headers['content-encoding'])
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text,
    json: parse(text),
    milliseconds: performance.now() - started,
  }
}

async function respond(
  url: URL,
  { method, headers, body }: Call,
  deadlineMs: number,
): Promise<IncomingMessage> {
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, {
    method: method ?? (bytes ? 'POST' : 'GET'),
    headers: {
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
      ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
      ...headers,
    },
    signal: AbortSignal.timeout(deadlineMs),
  })
  // The deadline may come after the head: whoever reads the body hears of it then.
  request.on('error', () => undefined)
  request.end(bytes)
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return response
  } catch (cause) {
    throw new Error(sentenceOf(cause, deadlineMs), { cause })
  }
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > BODY_MAX) throw new Error('too large')
    }
  } catch (cause) {
    throw new Error(
      size > BODY_MAX ? 'the answer is larger than 16 MB' : 'the answer broke off before its end',
      { cause },
    )
  }
  return Buffer.concat(chunks)
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
    throw new Error(`the answer says it is ${encoding}, and can't be unpacked`, { cause })
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
  if (!(cause instanceof Error)) return 'nothing came back'
  if (cause.name === 'TimeoutError' || cause.name === 'AbortError') {
    return `nothing came back within ${deadlineMs / 1000} s`
  }
  return `nothing came back: ${'code' in cause ? String(cause.code) : cause.message}`
}
