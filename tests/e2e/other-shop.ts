import type { Call, Control, Fault, OtherProduct } from '../kit/shops/other-store.ts'

const SHOP_PORT = process.env.E2E_OTHER_PORT ?? '4398'
const API_PORT = process.env.E2E_OTHER_API_PORT ?? '8098'

/**
 * A shop on a store API that is not ours and answers the other reading wherever the spec has two. Each call gives a
 * shop on a host of its own, so that its faults meet no other test.
 */
export function openOtherShop() {
  const host = `t${crypto.randomUUID().slice(0, 8)}.localhost`
  const control = async (what: Omit<Control, 'host'>) => {
    await fetch(`http://localhost:${API_PORT}/_control`, {
      method: 'POST',
      body: JSON.stringify({ host, ...what }),
    })
  }
  return {
    origin: `http://${host}:${SHOP_PORT}`,
    apiOrigin: `http://${host}:${API_PORT}`,
    fail: (pathPrefix: string, fault: Fault | null) => control({ fail: { pathPrefix, fault } }),
    /** What `METHOD /path` answers from now on. */
    stubResponse: (call: string, body: unknown, status = 200) =>
      control({ stubResponse: { call, body, status } }),
    /** Answers in the reading that our own API has: `{ data }` around objects, a bare list of payment fields. */
    wrapResponses: () => control({ isWrapped: true }),
    changeStore: (store: Record<string, unknown>) => control({ store }),
    changeProducts: (products: OtherProduct[]) => control({ products }),
    calls: async (): Promise<Call[]> => {
      const response = await fetch(`http://localhost:${API_PORT}/_control?host=${host}`)
      return response.json()
    },
  }
}
