import type { IncomingMessage } from 'node:http'

/**
 * Returns the body of a request as text; `undefined` above `maxBytes`. Reads a larger body to its end, so that the client
 * receives the response instead of a closed connection.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= maxBytes) chunks.push(chunk)
  }
  return size > maxBytes ? undefined : Buffer.concat(chunks).toString('utf8')
}
