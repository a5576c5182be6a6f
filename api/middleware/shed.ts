import { createMiddleware } from 'hono/factory'

import type { Env } from '../context.ts'
import { ApiError } from '../errors.ts'

/** More is asked for than can be done now. */
export class OverloadedError extends ApiError {
  override name = 'OverloadedError'

  constructor() {
    super(503, 'The shop is busy. Please try again in a moment.', { 'retry-after': '2' })
  }
}

/** Works on so many requests at once; one more is refused at once, so that nothing queues up. SECURITY.md#overload */
export function boundRequests(max: number) {
  return createMiddleware<Env>(async (c, next) => {
    const { metrics } = c.get('services')
    if (metrics.underWay >= max) {
      metrics.shed += 1
      throw new OverloadedError()
    }
    metrics.underWay += 1
    try {
      await next()
    } finally {
      metrics.underWay -= 1
    }
  })
}
