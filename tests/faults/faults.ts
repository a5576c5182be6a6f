/** Faults of a store API that every page must tolerate. docs/faults.md */

export const FAULTS = [
  'refused',
  'DNS failure',
  'TLS failure',
  'accept and hang',
  '30 s delay',
  '1 byte/s',
  'reset mid-body',
  '500',
  '502',
  '503',
  '429',
  'empty 200',
  'HTML 200',
  'truncated JSON',
  'wrong types',
  '50 MB body',
  'redirect elsewhere',
] as const

/** Faults beyond those of the matrix. */
export const MORE_FAULTS = ['half-close', 'garbage', 'dropped answer'] as const

export type Fault = (typeof FAULTS)[number] | (typeof MORE_FAULTS)[number]

export const ROUTES = [
  '/',
  '/products',
  '/product/{id}',
  '/contact',
  '/order-success',
  '/{policyType}',
  '*',
  '/login',
  '/register',
  '/cart',
  '/track-order',
  '/account',
  '/checkout',
  '/orders',
  '/payment',
  '/pay/{token}',
  '/refund/{token}',
  '/confirm/{token}',
  '/api-test',
] as const

export type Route = (typeof ROUTES)[number]

/**
 * Whether a case of the matrix is tried: all of them with `FAULTS=all`, otherwise two pages for each fault, chosen so
 * that each page has at least two faults.
 */
export function isTried(fault: (typeof FAULTS)[number], route: Route): boolean {
  if (process.env.FAULTS === 'all') return true
  const [row, column] = [FAULTS.indexOf(fault), ROUTES.indexOf(route)]
  return [row % ROUTES.length, (row * 7 + 5) % ROUTES.length].includes(column)
}

export type Kind = 'no answer' | 'slow' | 'status' | 'unreadable'

/** How the caller experiences the fault; `slow` ends by the caller's own timeout. */
export function kindOf(fault: Fault): Kind {
  if (['accept and hang', '30 s delay', '1 byte/s'].includes(fault)) return 'slow'
  if (['500', '502', '503', '429'].includes(fault)) return 'status'
  if (['empty 200', 'HTML 200', 'truncated JSON', 'wrong types', '50 MB body'].includes(fault)) {
    return 'unreadable'
  }
  return 'no answer'
}
