import { createMiddleware } from 'hono/factory'

import type { Env } from '../context.ts'
import { OverloadedError } from '../../errors.ts'

/** Limits concurrent requests; further ones are refused at once instead of queued. SECURITY.md#overload */
export function limitConcurrency(max: number) {
  return createMiddleware<Env>(async (c, next) => {
    const { metrics } = c.get('services')
    if (metrics.inFlight >= max) {
      metrics.shed += 1
      throw new OverloadedError()
    }
    metrics.inFlight += 1
    try {
      await next()
    } finally {
      metrics.inFlight -= 1
    }
  })
}
