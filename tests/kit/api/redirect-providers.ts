import { createRequire } from 'node:module'

/**
 * Preloaded into an API process by `--import`: sends calls to payment providers to the simulated providers at the
 * port in SIMULATED_PROVIDERS_PORT. It replaces undici's `request` before another module imports it.
 */
const HOSTS = ['test.payu.in', 'api.razorpay.com', 'sandbox.cashfree.com', 'api-preprod.phonepe.com']

const undici = createRequire(import.meta.url)('undici') as { request: typeof import('undici').request }
const { request } = undici

undici.request = ((url: string, options) => {
  const { host, pathname, search } = new URL(url)
  if (!HOSTS.includes(host)) return request(url, options)
  const port = process.env.SIMULATED_PROVIDERS_PORT ?? ''
  return request(`http://127.0.0.1:${port}/${host}${pathname}${search}`, options)
}) as typeof request
