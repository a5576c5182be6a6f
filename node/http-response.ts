import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

// The last is undici's.
const CLOSED_CONNECTION_CODES = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

export interface HttpResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export class ResponseTooLargeError extends Error {
  override name = 'ResponseTooLargeError'

  constructor() {
    super('The response is too large.')
  }
}

/** The connection closed or the time ran out after the response had begun. */
export class IncompleteResponseError extends Error {
  override name = 'IncompleteResponseError'

  constructor(cause: unknown) {
    super('The response broke off before its end.', { cause })
  }
}

/** Reads a response's body of at most `maxBytes`, and ends the connection of a larger one. */
export async function readBody(
  body: Readable,
  headers: IncomingHttpHeaders,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    if (Number(headers['content-length']) > maxBytes) throw new ResponseTooLargeError()
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new ResponseTooLargeError()
      chunks.push(chunk)
    }
  } catch (error) {
    body.destroy()
    throw error instanceof ResponseTooLargeError ? error : new IncompleteResponseError(error)
  }
  return Buffer.concat(chunks)
}

/** Whether the other end closed the connection; it may close an idle one at the moment of the next request. */
export function isClosedConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CLOSED_CONNECTION_CODES.includes(String(error.code))
}
