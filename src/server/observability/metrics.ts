import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'

import { isOperator } from '@tanabana/node/authorization.ts'
import { hostHeader } from '../http/requests.ts'
import { sendText } from '../http/responses.ts'
import { createLatencies, type StoreApiCall } from './latencies.ts'

/** How a request ended. */
export type RequestKind =
  'hit' | 'stale' | 'miss' | 'bypass' | 'static' | 'image' | 'redirect' | 'refused' | 'shed' | 'failure'

export type Metrics = ReturnType<typeof createMetrics>

interface Sources {
  pages: { size: () => Record<'bytes' | 'entries' | 'tenants', number> }
  renders: { counts: () => Record<'active' | 'started' | 'rejected', number> }
}

/** Counts requests and calls of this process in plain numbers; the first read of the metrics loads the library. */
export function createMetrics() {
  const requests = new Map<string, number>()
  const upstream = { calls: 0, failures: 0 }
  const latencies = createLatencies()

  return {
    /** A plain counter, because hits are frequent; a 304 counts as a hit. */
    hits: 0,
    latencies,

    countRequest(kind: RequestKind, status: number): void {
      const key = `${kind} ${Math.floor(status / 100)}xx`
      requests.set(key, (requests.get(key) ?? 0) + 1)
    },

    countCall({ path, outcome, seconds }: StoreApiCall): void {
      latencies.observeCall(path, outcome, seconds)
      upstream.calls += 1
      if (outcome === 'failure') upstream.failures += 1
    },

    /** Returns a function that reads the metrics in the text format of Prometheus. */
    reader({ pages, renders }: Sources): () => Promise<string> {
      let registry: import('prom-client').Registry | undefined
      const open = () => {
        const { collectDefaultMetrics, Counter, Gauge, Registry } = promClient()
        const opened = new Registry()
        collectDefaultMetrics({ register: opened })
        latencies.register(promClient(), opened)
        const counter = (name: string, help: string, read: () => number) =>
          new Counter({
            name,
            help,
            registers: [opened],
            collect() {
              this.reset()
              this.inc(read())
            },
          })
        const gauge = (name: string, help: string, read: () => number) =>
          new Gauge({
            name,
            help,
            registers: [opened],
            collect() {
              this.set(read())
            },
          })
        const countsByKind = () => [...requests, ['hit 2xx', this.hits] as const]
        new Counter({
          name: 'storefront_requests_total',
          help: 'Requests by kind of response and class of status',
          labelNames: ['kind', 'status'],
          registers: [opened],
          collect() {
            this.reset()
            for (const [key, count] of countsByKind()) {
              const [kind = '', status = ''] = key.split(' ')
              this.inc({ kind, status }, count)
            }
          },
        })
        counter('storefront_upstream_calls_total', 'Calls of the store APIs', () => upstream.calls)
        counter(
          'storefront_upstream_failures_total',
          'Failed calls of the store APIs',
          () => upstream.failures,
        )
        counter('storefront_renders_total', 'Pages rendered', () => renders.counts().started)
        counter('storefront_shed_total', 'Renders rejected by load shedding', () => renders.counts().rejected)
        gauge('storefront_renders_in_flight', 'Renders in flight', () => renders.counts().active)
        gauge('storefront_cache_bytes', 'Bytes of cached pages', () => pages.size().bytes)
        gauge('storefront_cache_pages', 'Cached pages', () => pages.size().entries)
        gauge('storefront_cache_shops', 'Shops with cached pages', () => pages.size().tenants)
        return opened
      }
      return () => (registry ??= open()).metrics()
    },
  }
}

/** Loaded with the first read of the metrics: the library takes 12 MB. */
function promClient() {
  return createRequire(import.meta.url)('prom-client') as typeof import('prom-client')
}

interface MetricsOptions {
  /** Bearer token of other machines. */
  token: string | undefined
  read: () => Promise<string>
}

/** `GET /metrics` for this machine and requests with the bearer token; others get 404. */
export async function handleMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  { token, read }: MetricsOptions,
): Promise<void> {
  const caller = {
    peer: request.socket.remoteAddress,
    host: hostHeader(request),
    headerNames: Object.keys(request.headers),
    authorization: request.headers.authorization,
  }
  if (request.method !== 'GET' || !isOperator(caller, token)) {
    sendText(response, 404, 'Not found.')
    return
  }
  const metrics = await read()
  response.writeHead(200, {
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(metrics)
}
