import type { Traces } from './open-telemetry.ts'

/** Built pages have module instances of their own and find the process's traces by this symbol. */
const PLACE = Symbol.for('tanabana.traces')
const shared: typeof globalThis & { [PLACE]?: Traces | undefined } = globalThis

/** `undefined` where no collector is configured. */
export function traces(): Traces | undefined {
  return shared[PLACE]
}

/** Traces this process if a collector is configured. Only then the OpenTelemetry SDK is loaded. */
export async function openTraces({
  service,
  endpoint,
  warn,
}: {
  service: string
  endpoint: string | undefined
  /** Writes to the process's log. */
  warn: (event: string, fields: Record<string, unknown>) => void
}): Promise<void> {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER } = process.env
  if (!endpoint && !OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return
  if (OTEL_SDK_DISABLED === 'true' || OTEL_TRACES_EXPORTER === 'none') return
  const { createTraces } = await import('./open-telemetry.ts')
  shared[PLACE] = createTraces({ service, warn })
}

/** Returns the trace of the current request, for its log lines. */
export function traceFields(): { trace?: string } {
  const trace = traces()?.traceId()
  return trace ? { trace } : {}
}
