const DEADLINE_MS = 4000
const ANSWER_MAX_BYTES = 256 * 1024

/** A gateway did not do what it was asked, or not in time. The message names no secret and nothing of the answer. */
export class GatewayError extends Error {
  override name = 'GatewayError'
  readonly status: number | undefined

  constructor(message: string, options?: { status?: number; cause?: unknown }) {
    super(message, { cause: options?.cause })
    this.status = options?.status
  }
}

export interface GatewayRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

/** The JSON of a 2xx answer. @throws {GatewayError} anything else */
export type GatewayCall = (request: GatewayRequest) => Promise<unknown>

/**
 * Calls over HTTP with a deadline for the whole answer and a bound for its size; no redirect is followed. `locate` says
 * where a gateway's address is found, for tests without the internet.
 */
export function createGatewayCall(locate: (url: string) => string = (url) => url): GatewayCall {
  return async ({ method, url, headers, body }) => {
    const { host } = new URL(url)
    let response: Response
    let text: string
    try {
      response = await fetch(locate(url), {
        method,
        headers,
        body: body ?? null,
        redirect: 'manual',
        signal: AbortSignal.timeout(DEADLINE_MS),
      })
      text = await readBounded(response)
    } catch (error) {
      throw new GatewayError(`${host} gave no answer in time.`, { cause: error })
    }
    const { status } = response
    if (status < 200 || status > 299) throw new GatewayError(`${host} answered ${status}.`, { status })
    try {
      return JSON.parse(text)
    } catch {
      throw new GatewayError(`${host} answered something other than JSON.`, { status })
    }
  }
}

async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > ANSWER_MAX_BYTES) throw new RangeError('The answer is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
