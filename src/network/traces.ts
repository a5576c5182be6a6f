/** What a span says when it ends; its name may be known only then. */
export interface SpanEnd {
  name: string
  attributes: Record<string, string | number | undefined>
  hasFailed?: boolean
}

export interface Span {
  traceId: string
  /** For the header of that name (W3C Trace Context), which makes the next process's span a child of this one. */
  traceparent: string
  end(end: SpanEnd): void
}

export interface Traces {
  /** A span below `parent`, a `traceparent` header; else below the span that runs here; else the first of its trace. */
  start(kind: 'server' | 'client', parent?: string): Span
  /** Runs `work` so that what it logs and calls belongs to the span. */
  within<T>(span: Span, work: () => T): T
  current(): Span | undefined
  /** Sends what is waiting; never fails, and takes 2 s at most. */
  flush(): Promise<void>
}

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
