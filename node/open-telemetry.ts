import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace'

import { withTimeout } from './promises.ts'

/** A span gets its name at its end, when the route is known. */
interface SpanEnd {
  name: string
  attributes: Record<string, string | number | undefined>
  hasFailed?: boolean
}

interface Span {
  traceId: string
  /** The header of W3C Trace Context, which makes the span of the next process a child of this one. */
  traceparent: string
  /** Runs `work` so that its log lines and calls belong to the span. */
  run<T>(work: () => T): T
  end(end: SpanEnd): void
}

export interface Traces {
  /** A span below `parent`, a `traceparent` header; else below the active span; else the first of its trace. */
  start(kind: 'server' | 'client', parent?: string): Span
  /** The trace of the active span. */
  traceId(): string | undefined
  /** Sends the waiting spans. Never fails, and takes at most 2 s. */
  flush(): Promise<void>
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT }
const FLUSH_MS = 2000
const LOGGED_REASONS_MAX = 20

interface TracesOptions {
  /** `service.name`, unless OTEL_SERVICE_NAME names another. */
  service: string
  warn: (event: string, fields: Record<string, unknown>) => void
}

/** Traces with the OpenTelemetry SDK, which sends spans in batches by OTLP/HTTP. It reads the `OTEL_*` variables. */
export function createTraces({ service, warn }: TracesOptions): Traces {
  const exporter = new OTLPTraceExporter()
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service }))
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    sampler: readSampler(process.env),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('tanabana')
  const contexts = new AsyncLocalStorageContextManager().enable()
  const propagator = new W3CTraceContextPropagator()
  const logged = new Set<string>()

  function logLoss(error: unknown): void {
    const reason = reasonOf(error)
    if (logged.has(reason) || logged.size >= LOGGED_REASONS_MAX) return
    logged.add(reason)
    warn('spans lost', { reason })
  }
  setGlobalErrorHandler(logLoss)

  return {
    start(kind, traceparent) {
      const parent =
        traceparent === undefined
          ? contexts.active()
          : propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter)
      const span = tracer.startSpan(kind, { kind: KINDS[kind] }, parent)
      const context = trace.setSpan(parent, span)
      const headers: { traceparent?: string } = {}
      propagator.inject(context, headers, defaultTextMapSetter)
      return {
        traceId: span.spanContext().traceId,
        traceparent: headers.traceparent ?? '',
        run: (work) => contexts.with(context, work),
        end({ name, attributes, hasFailed = false }) {
          span.updateName(name)
          span.setAttributes(attributes)
          if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    traceId: () => trace.getSpan(contexts.active())?.spanContext().traceId,
    async flush() {
      const sent = provider
        .forceFlush()
        .catch((errors: unknown) => [errors].flat().forEach(logLoss))
        .then(() => exporter.forceFlush())
      await withTimeout(sent, FLUSH_MS, () => undefined)
    },
  }
}

/** Returns the sampler that OTEL_TRACES_SAMPLER names; `parentbased_always_on` by default and for an unknown name. */
function readSampler({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }: NodeJS.ProcessEnv): Sampler {
  const ratio = Number(OTEL_TRACES_SAMPLER_ARG || 1)
  const on = new AlwaysOnSampler()
  const off = new AlwaysOffSampler()
  const some = new TraceIdRatioBasedSampler(ratio >= 0 && ratio <= 1 ? ratio : 1)
  switch (OTEL_TRACES_SAMPLER) {
    case 'always_on':
      return on
    case 'always_off':
      return off
    case 'traceidratio':
      return some
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: off })
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: some })
    default:
      return new ParentBasedSampler({ root: on })
  }
}

/** Returns the status of a collector that refuses, or a code of the system such as `ECONNREFUSED`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (typeof code === 'number') return `It responded with ${code}.`
  return typeof code === 'string' ? code : error.message
}
