import { createServer, type AddressInfo } from 'node:net'

import { waitForSuccess } from '../../../scripts/processes/dev-processes.ts'
import { startScript } from '../processes.ts'

/** Starts the real API and storefront with the demo shops, on free ports. */
export async function startDemoStack() {
  const [port, apiPort] = [await freePort(), await freePort()]
  const environment = { PORT: String(port), LOCAL_API_PORT: String(apiPort) }
  const stack = await startScript(['tests/kit/shops/demo-stack.ts'], { environment })
  await waitForSuccess(`http://localhost:${apiPort}/api/v1/storeInfo`)
  await waitForSuccess(`http://localhost:${port}/readyz`)
  const products = await fetch(`http://localhost:${apiPort}/api/v1/products?page=1&limit=1`)
  const { data } = (await products.json()) as { data: { id: string }[] }
  return {
    origin: `http://localhost:${port}`,
    apiOrigin: `http://localhost:${apiPort}`,
    pid: stack.pid,
    port,
    apiPort,
    productId: data[0]?.id ?? '',
    stop: () => stack.stop(),
  }
}

/** Approves the latest UPI payment of an order in the sandbox, as the shopper's app would. */
export async function approveUpiPayment(apiOrigin: string, orderId: string): Promise<void> {
  const { url } = await fetch(`${apiOrigin}/sandbox/upi?order=${orderId}`)
  const { ok } = await fetch(url, { method: 'POST', body: new URLSearchParams({ decision: 'approve' }) })
  if (!ok) throw new Error(`The sandbox refused the payment of order ${orderId}.`)
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
