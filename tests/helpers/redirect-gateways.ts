import { createRequire } from 'node:module'

/**
 * Loaded into an API process by `--import`: calls to payment gateways go to the simulated gateways of this machine, at
 * the port in SIMULATED_GATEWAYS_PORT. It replaces `request` of undici before another module imports it.
 */
const HOSTS = ['test.payu.in', 'api.razorpay.com', 'sandbox.cashfree.com', 'api-preprod.phonepe.com']

const undici = createRequire(import.meta.url)('undici') as { request: typeof import('undici').request }
const { request } = undici

undici.request = ((url: string, options) => {
  const { host, pathname, search } = new URL(url)
  if (!HOSTS.includes(host)) return request(url, options)
  const port = process.env.SIMULATED_GATEWAYS_PORT ?? ''
  return request(`http://127.0.0.1:${port}/${host}${pathname}${search}`, options)
}) as typeof request
