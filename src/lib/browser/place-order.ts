import { parseAttribution } from '../domain/attribution.ts'
import { orderCreation } from '../domain/order-creation.ts'
import type { ShippingAddress } from '../schemas/requests.ts'
import type { Capability } from '../schemas/store-info.ts'
import type { StoreClient } from '../store-api/client.ts'
import { createOrder } from '../store-api/orders.ts'
import { $cart } from '../stores/cart.ts'
import { emptyCartAfterOrder } from '../stores/cart-actions.ts'
import { ATTRIBUTION_KEY } from './keys.ts'
import { dropCheckoutDraft } from './drop-checkout-draft.ts'
import { noteBought } from './note-bought.ts'
import { sendOnce } from './send-once.ts'
import { readStored } from './stored.ts'
import { storeTerms } from './store-terms.ts'

interface Options {
  client: StoreClient
  address: ShippingAddress
  capabilities: Capability[] | undefined
  /** Before the cart is emptied. */
  onOrdered: () => void
}

/**
 * Makes an order of the cart, empties it and goes on to the payment; throws what `createOrder` throws. Apart from the
 * checkout's form, which is there before it. §2 Checkout
 */
export async function placeOrder({
  client,
  address,
  capabilities: known,
  onOrdered,
}: Options): Promise<void> {
  const { capabilities } = await storeTerms(client, known && { capabilities: known })
  const lines = $cart.get()
  const order = orderCreation(lines, address, capabilities.includes('order-lines'))
  const attribution = capabilities.includes('attribution')
    ? parseAttribution(readStored(ATTRIBUTION_KEY), Date.now())
    : undefined
  const send = (key?: string) => createOrder(client, { ...order, attribution }, key)
  // Another ad makes no other order of it: the key is for what is bought.
  goOn(capabilities.includes('idempotency-key') ? await sendOnce('order', order, send, goOn) : await send())

  function goOn(orderId: string): void {
    onOrdered()
    noteBought({ orderId, lines })
    emptyCartAfterOrder(lines)
    dropCheckoutDraft()
    location.assign(`/payment?orderId=${encodeURIComponent(orderId)}`)
  }
}
