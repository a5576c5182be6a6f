import { createRequire } from 'node:module'

export type Metrics = ReturnType<typeof createMetrics>

/** Jobs of a queue that wait or have failed, as the database counts them for all processes. */
interface JobCounts {
  queue: string
  waiting: number
  failed: number
  oldestSeconds: number
}

/** Counters of this process; the first read loads the metrics library. */
export function createMetrics(countJobs: () => Promise<JobCounts[]> = () => Promise.resolve([])) {
  const requests = new Map<string, number>()
  const settlements = new Map<string, number>()
  let jobs: JobCounts[] = []
  let registry: import('prom-client').Registry | undefined

  const metrics = {
    orders: 0,
    databaseErrors: 0,
    /** Requests refused by the concurrency limit. */
    shed: 0,
    inFlight: 0,

    countRequest(operation: string, status: number): void {
      const key = `${operation}|${status}`
      requests.set(key, (requests.get(key) ?? 0) + 1)
    },

    countSettlement(outcome: string): void {
      settlements.set(outcome, (settlements.get(outcome) ?? 0) + 1)
    },

    /** Returns the metrics in Prometheus text format. */
    async read(): Promise<string> {
      registry ??= openRegistry()
      // Without the counts while the database does not respond.
      jobs = await countJobs().catch(() => [])
      return registry.metrics()
    },
  }

  function openRegistry(): import('prom-client').Registry {
    const { collectDefaultMetrics, Counter, Gauge, Registry } = createRequire(import.meta.url)(
      'prom-client',
    ) as typeof import('prom-client')
    const opened = new Registry()
    const registers = [opened]
    collectDefaultMetrics({ register: opened })
    new Counter({
      name: 'store_api_requests_total',
      help: 'Requests by operation and status',
      labelNames: ['operation', 'status'],
      registers,
      collect() {
        this.reset()
        for (const [key, count] of requests) {
          const [operation = '', status = ''] = key.split('|')
          this.inc({ operation, status }, count)
        }
      },
    })
    new Counter({
      name: 'store_api_payments_total',
      help: 'Reports of payment providers by what came of them',
      labelNames: ['outcome'],
      registers,
      collect() {
        this.reset()
        for (const [outcome, count] of settlements) this.inc({ outcome }, count)
      },
    })
    const totals = [
      ['orders', 'store_api_orders_total', 'Orders placed'],
      ['databaseErrors', 'store_api_database_errors_total', 'Requests that failed because of the database'],
      ['shed', 'store_api_shed_total', 'Requests refused for want of room'],
    ] as const
    for (const [total, name, help] of totals) {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset()
          this.inc(metrics[total])
        },
      })
    }
    new Gauge({
      name: 'store_api_requests_in_flight',
      help: 'Requests that are being worked on',
      registers,
      collect() {
        this.set(metrics.inFlight)
      },
    })
    const figures = [
      ['waiting', 'store_api_jobs_waiting', 'Jobs that are due and wait'],
      ['failed', 'store_api_jobs_failed', 'Jobs that failed after their last attempt'],
      ['oldestSeconds', 'store_api_jobs_oldest_seconds', 'Time for which the oldest waiting job is due'],
    ] as const
    for (const [figure, name, help] of figures) {
      new Gauge({
        name,
        help,
        labelNames: ['queue'],
        registers,
        collect() {
          this.reset()
          for (const counts of jobs) this.set({ queue: counts.queue }, counts[figure])
        },
      })
    }
    return opened
  }

  return metrics
}
