import { monitorEventLoopDelay } from 'node:perf_hooks'

const SAMPLE_MS = 1000
const RESOLUTION_MS = 20
/** With this delay no response is in time. */
const DELAY_MAX_MS = 1000

/** Whether the event loop of this process was late in the last second, as `fastify/under-pressure` measures it. */
export function watchEventLoopDelay(): () => boolean {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  let isLate = false
  setInterval(() => {
    // The first tick after a reset is not counted, and a late loop has no second one yet.
    if (histogram.count === 0) return
    isLate = histogram.mean / 1e6 - RESOLUTION_MS > DELAY_MAX_MS
    histogram.reset()
  }, SAMPLE_MS).unref()
  return () => isLate
}
