import { createMiddleware } from 'hono/factory'

import type { Env } from '../context.ts'
import { ApiError } from '../errors.ts'

/** A concurrency limit is reached, and its queue is full. */
export class OverloadedError extends ApiError {
  override name = 'OverloadedError'

  constructor(sentence = 'The shop is busy. Please try again in a moment.', retryAfterSeconds = 2) {
    super(503, sentence, { 'retry-after': String(retryAfterSeconds) })
  }
}

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
