import type { Traces } from './otlp.ts'

/** The storefront's pages are built into modules of their own: this is where they find the process's traces. */
const PLACE = Symbol.for('tanabana.traces')
const shared: typeof globalThis & { [PLACE]?: Traces | undefined } = globalThis

/** `undefined` where no collector is configured: nothing is loaded and measured then. */
export function traces(): Traces | undefined {
  return shared[PLACE]
}

/** Begins to trace this process, where there is an endpoint. */
export async function openTraces(config: {
  service: string
  endpoint: string | undefined
  headers: Record<string, string>
  /** Writes to the process's log. */
  warn: (event: string, fields: Record<string, unknown>) => void
}): Promise<void> {
  const { endpoint } = config
  if (endpoint === undefined) return
  const { createTraces } = await import('./otlp.ts')
  shared[PLACE] = createTraces({ ...config, endpoint })
}

/** For the lines of a log that are written during a request. */
export function traceFields(): { trace?: string } {
  const span = shared[PLACE]?.current()
  return span ? { trace: span.traceId } : {}
}
