/**
 * Loaded into an API process by `--import`: what it asks of a payment gateway goes to the simulated gateways of this
 * machine, at the port in SIMULATED_GATEWAYS_PORT.
 */
const HOSTS = ['test.payu.in', 'api.razorpay.com', 'sandbox.cashfree.com', 'api-preprod.phonepe.com']

const { fetch: fetchElsewhere } = globalThis

globalThis.fetch = (input, init) => {
  const { host, pathname, search } = new URL(input instanceof Request ? input.url : input)
  if (!HOSTS.includes(host)) return fetchElsewhere(input, init)
  const port = process.env.SIMULATED_GATEWAYS_PORT ?? ''
  return fetchElsewhere(`http://127.0.0.1:${port}/${host}${pathname}${search}`, init)
}
