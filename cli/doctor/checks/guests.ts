import { AUTH_COOKIE } from '@tanabana/contract/constants.ts'
import type { CheckRun } from '../check-run.ts'

const PRIVATE = [
  { call: 'GET /accountInfo', path: '/accountInfo' },
  { call: 'GET /orders', path: '/orders' },
]
const INVENTED = 'invented-token-of-nobody-0123456789abcdefghi'

/** Checks that private calls refuse guests. docs/requirements.md#6-roles docs/requirements.md#810-unauthorized */
export async function checkGuests(run: CheckRun): Promise<void> {
  for (const { call, path } of PRIVATE) {
    const guest = await run.refused(call, path)
    if (guest && guest.status !== 401) {
      run.report('no-401', call, `Without a token it returns ${guest.status} instead of 401.`)
    }
    if (guest && guest.status < 300) continue
    const invented = await run.refused(call, path, { token: INVENTED })
    if (invented && invented.status < 300) {
      run.report('token-unchecked', call, 'It accepts a token that was never issued.')
    }
    await checkCookie(run, call, path, INVENTED)
  }
  const call = 'GET /orders/{orderId}'
  const tracked = await run.refused(call, '/orders/000000000000', {
    query: { contactInfo: 'nobody@example.com' },
  })
  if (tracked && tracked.status < 300) {
    run.report('tracking-open', call, 'It shows an order for a number and a contact that were made up.')
  } else if (tracked && tracked.status >= 500) {
    run.report('server-error', call, `For an order that does not exist it returns ${tracked.status}.`)
  }
}

/** Checks that the API ignores a token in a cookie, which browsers send from any site. */
export async function checkCookie(run: CheckRun, call: string, path: string, token: string): Promise<void> {
  const response = await run.refused(call, path, { headers: { cookie: `${AUTH_COOKIE}=${token}` } })
  if (!response || response.status >= 300) return
  run.report(
    'cookie-accepted',
    call,
    'It accepts the token from the cookie, without the Authorization header.',
  )
}
