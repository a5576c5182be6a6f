import { Agent, request } from 'undici'

const TICK_MS = 50
/** Clients give up after this time. */
const PATIENCE_MS = 30_000

export interface Asked {
  /** 0 without an answer. */
  status: number
  /** Why there is none. */
  reason?: string
  ms: number
}

/** Sends requests to a server of this machine as a browser does, with keep-alive; `ask` never rejects. */
export function createAsker(port: number, connections = 512) {
  const agent = new Agent({ connections, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS })
  return {
    ask: async (path: string, host = 'localhost'): Promise<Asked> => {
      const askedAt = performance.now()
      try {
        const { statusCode, body } = await request(`http://127.0.0.1:${port}${path}`, {
          dispatcher: agent,
          headers: { host, 'accept-encoding': 'br' },
        })
        await body.dump()
        return { status: statusCode, ms: performance.now() - askedAt }
      } catch (error) {
        const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
        return { status: 0, reason, ms: performance.now() - askedAt }
      }
    },
    close: () => agent.destroy(),
  }
}

/** Asks so many times a second, whatever the answers do, until it is over; gives all that was asked. */
export async function askSteadily(
  ask: (index: number) => Promise<Asked>,
  perSecond: number,
  isOver: (seconds: number) => boolean,
): Promise<Asked[]> {
  const waiting: Promise<Asked>[] = []
  const begunAt = performance.now()
  const seconds = () => (performance.now() - begunAt) / 1000
  while (!isOver(seconds())) {
    const due = seconds() * perSecond
    while (waiting.length < due) waiting.push(ask(waiting.length))
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  return Promise.all(waiting)
}

/** No answer, or a failure of the server. */
export function isError({ status }: Asked): boolean {
  return status === 0 || status >= 500
}
