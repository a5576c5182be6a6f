import { openSandboxStore } from '../../kit/api/store.ts'
import { createJudge } from './judge.ts'
import type { FuzzedCall, Known } from './requests.ts'

const SHOP = 'asha.localhost'

/** Creates a shop with an order, and a function that calls the shop's API and returns the problem of the response. */
export async function openFuzzedStore() {
  const store = await openSandboxStore()
  const password = 'zari-loom-7'
  const { orderId, email, token } = await store.placeOrder(SHOP)
  const known: Known = {
    productId: await store.productId(SHOP, 'kurta'),
    foreignProductId: await store.productId('bela.localhost', 'kurta'),
    orderId,
    email,
    password,
    token,
    foreignToken: (await store.signIn('bela.localhost')).token,
  }
  const judge = createJudge((await store.call(SHOP, '/openapi.json')).body)

  async function attempt(call: FuzzedCall): Promise<{ status: number; problem: string | undefined }> {
    const { method, path, headers, body } = call
    const response = await store.request(SHOP, `/api/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    const type = response.headers.get('content-type') ?? ''
    const { status } = response
    return { status, problem: judge(call, { status, type, text: await response.text() }) }
  }

  return { known, attempt, close: store.close }
}
