import { Agent, request } from 'undici'

const TICK_MS = 50
/** Timeout of a request. */
const TIMEOUT_MS = 30_000

export interface RequestResult {
  /** 0 without a response. */
  status: number
  /** Reason for a missing response. */
  reason?: string
  ms: number
}

/** Creates a client for a local server with keep-alive connections like a browser's; `send` never rejects. */
export function createLoadClient(port: number, connections = 512) {
  const agent = new Agent({ connections, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS })
  return {
    send: async (path: string, host = 'localhost'): Promise<RequestResult> => {
      const sentAt = performance.now()
      try {
        const { statusCode, body } = await request(`http://127.0.0.1:${port}${path}`, {
          dispatcher: agent,
          headers: { host, 'accept-encoding': 'br' },
        })
        await body.dump()
        return { status: statusCode, ms: performance.now() - sentAt }
      } catch (error) {
        const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
        return { status: 0, reason, ms: performance.now() - sentAt }
      }
    },
    close: () => agent.destroy(),
  }
}

/** Sends `perSecond` requests a second, without waiting for responses, until `isOver`; returns all results. */
export async function sendSteadily(
  send: (index: number) => Promise<RequestResult>,
  perSecond: number,
  isFinished: (seconds: number) => boolean,
): Promise<RequestResult[]> {
  const waiting: Promise<RequestResult>[] = []
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  while (!isFinished(seconds())) {
    const due = seconds() * perSecond
    while (waiting.length < due) waiting.push(send(waiting.length))
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  return Promise.all(waiting)
}

/** Whether there was no response, or a server error. */
export function isError({ status }: RequestResult): boolean {
  return status === 0 || status >= 500
}
