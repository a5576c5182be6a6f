import type { Channel, OrderMessage, ShopMessage } from '../channel.ts'
import { createWebhookSender, type WebhookOptions } from './send-webhook.ts'

/** Sends events to the merchant's programs. docs/messages.md#webhooks */
export function openWebhookChannel(options: WebhookOptions): Channel {
  const send = createWebhookSender(options)
  return {
    // A new webhook of a known address starts afresh.
    addressOf: ({ endpoint }) => endpoint && `${endpoint.id} ${endpoint.url}`,
    async send(message, signal) {
      const { id, endpoint, event, shop } = message
      if (!endpoint) return { state: 'refused', reason: 'There is no address.' }
      const data = 'order' in message ? orderData(message) : shopData(message)
      const receiver = { endpoint, isLocalShop: shop.isLocal }
      return send(receiver, { id, type: event.kind, at: event.at, data }, signal)
    },
  }
}

/** The event, and the order as it is when the message is sent. Amounts are paise. */
function orderData({ event, order, shop, customer, payment, return: returned, variant }: OrderMessage) {
  const { sequence, status, actor, subject } = event
  const { number, state, total, isPaid, isCash, createdAt, lines, address, shipment } = order
  return {
    shop: shop.id,
    ...{ sequence, status, actor, subject },
    order: {
      ...{ number, state, total, isPaid, isCash, createdAt },
      ...{ lines, shippingAddress: address, shipment },
    },
    ...{ customer, payment, return: returned, variant },
  }
}

function shopData({ shop, account, contact, subscription }: ShopMessage) {
  return { shop: shop.id, account, contact, subscription }
}
