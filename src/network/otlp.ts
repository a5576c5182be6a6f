import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** What a span says when it ends; its name may be known only then. */
interface SpanEnd {
  name: string
  attributes: Record<string, string | number | undefined>
  hasFailed?: boolean
}

interface Span {
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

const KINDS = { server: 2, client: 3 }
const ERROR = 2
const BATCH = 512
/** Of spans that wait; more are lost, so that a collector that is down costs memory no further. */
const WAITING_MAX = 2048
const SEND_EVERY_MS = 5000
const SEND_TIMEOUT_MS = 5000
const FLUSH_MS = 2000
const KINDS_TOLD_MAX = 20
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

interface CollectorOptions {
  service: string
  endpoint: string
  headers: Record<string, string>
  /** Hears of each kind of failure once. */
  warn: (event: string, fields: Record<string, unknown>) => void
}

/**
 * Spans for an OpenTelemetry collector, by OTLP over HTTP in JSON (opentelemetry.io/docs/specs/otlp). They are sent in
 * batches behind the requests' backs: a collector that is slow or away loses spans and holds up nobody.
 */
export function createTraces({ service, endpoint, headers, warn }: CollectorOptions): Traces {
  const storage = new AsyncLocalStorage<Span>()
  const waiting: object[] = []
  const told = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> | undefined

  function add(span: object): void {
    if (waiting.length >= WAITING_MAX) return
    waiting.push(span)
    if (waiting.length >= BATCH) void send()
    else timer ??= setTimeout(sendNow, SEND_EVERY_MS).unref()
  }

  /** Also while something is being sent: what is added after that needs a timer of its own. */
  function sendNow(): void {
    timer = undefined
    void send()
  }

  function send(): Promise<void> {
    return (sending ??= sendAll().finally(() => {
      sending = undefined
    }))
  }

  async function sendAll(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    while (waiting.length > 0) await post(waiting.splice(0, BATCH))
  }

  async function post(spans: object[]): Promise<void> {
    const resource = { attributes: toAttributes({ 'service.name': service }) }
    const scopeSpans = [{ scope: { name: 'tanabana' }, spans }]
    try {
      const answer = await fetch(`${endpoint}/v1/traces`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
        // The headers may be secret, and are for the collector alone.
        redirect: 'manual',
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      })
      await answer.arrayBuffer()
      if (!answer.ok) tellLoss(`It answered ${answer.status}.`)
    } catch (error) {
      tellLoss(reasonOf(error))
    }
  }

  function tellLoss(reason: string): void {
    if (told.has(reason) || told.size >= KINDS_TOLD_MAX) return
    told.add(reason)
    warn('spans lost', { collector: endpoint, reason })
  }

  return {
    start(kind, header) {
      const [, traceId, parentId, flags = '01'] =
        TRACEPARENT.exec(header ?? storage.getStore()?.traceparent ?? '') ?? []
      const ids = {
        traceId: traceId ?? randomBytes(16).toString('hex'),
        spanId: randomBytes(8).toString('hex'),
      }
      const isSampled = (parseInt(flags, 16) & 1) === 1
      const begunAt = now()
      return {
        traceId: ids.traceId,
        traceparent: `00-${ids.traceId}-${ids.spanId}-${isSampled ? '01' : '00'}`,
        end({ name, attributes, hasFailed = false }: SpanEnd) {
          if (!isSampled) return
          add({
            ...ids,
            ...(parentId && { parentSpanId: parentId }),
            name,
            kind: KINDS[kind],
            startTimeUnixNano: String(begunAt),
            endTimeUnixNano: String(now()),
            attributes: toAttributes(attributes),
            status: hasFailed ? { code: ERROR } : {},
          })
        },
      }
    },
    within: (span, work) => storage.run(span, work),
    current: () => storage.getStore(),
    async flush() {
      // What is on its way was taken before the last spans came.
      const all = (sending ?? Promise.resolve()).then(send)
      await Promise.race([all, new Promise((done) => setTimeout(done, FLUSH_MS).unref())])
    },
  }
}

/** `ECONNREFUSED` and the like, which `fetch` hides below its own error. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(error)
}

/** Nanoseconds since 1970. */
function now(): bigint {
  return BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n
}

function toAttributes(values: SpanEnd['attributes']): object[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (value === undefined) return []
    return [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }]
  })
}
