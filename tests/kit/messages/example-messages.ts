import { SHOP_MESSAGE_KINDS } from '../../../api/db/message-states.ts'
import type {
  Message,
  MessageRole,
  OrderMessage,
  OrderMessageKind,
  ShopMessage,
  ShopMessageKind,
} from '../../../api/messages/channel.ts'
import { SHOP_MESSAGE_RULES } from '../../../api/modules/shop-messages/shop-message-rules.ts'
import { MESSAGE_RULES, type MessageRule } from '../../../api/messages/message-rules.ts'
import type { EventKind } from '../../../api/modules/orders/lifecycle/transition.ts'
import { LANGUAGE_CODES, type Language } from '../../../contract/store-info.ts'

interface Example {
  event: EventKind
  role: MessageRole
  kind: OrderMessageKind
}

const RULES: Record<string, readonly MessageRule[]> = MESSAGE_RULES

/** Each message for people, once for each recipient. */
export const EXAMPLES: Example[] = Object.entries(RULES)
  .flatMap(([event, rules]) =>
    rules.map(({ to, message }) => ({ event: event as EventKind, role: to, kind: message })),
  )
  .filter(
    ({ role, kind }, index, all) =>
      kind !== 'event' && all.findIndex((one) => one.kind === kind && one.role === role) === index,
  )

const SHOP: ShopMessage['shop'] = {
  ...{ id: 'asha', name: 'Asha Silks', origin: 'https://asha.example' },
  ...{ apiOrigin: 'https://api.asha.example', host: 'asha.example', isLocal: false },
  ...{ email: 'care@asha.example', phone: '+91 98765 00000' },
  address: '14 Weavers’ Lane, Jaipur, Rajasthan 302001',
}

/** A message about no order. */
function exampleShopMessage(kind: ShopMessageKind, language: Language): ShopMessage {
  const rules: readonly { to: MessageRole; message: ShopMessageKind }[] =
    Object.values(SHOP_MESSAGE_RULES).flat()
  const { origin, apiOrigin } = SHOP
  const token = 'pV9cYcF3l0iJ2m5q8r1t4w7z0B3E6H9K2N5Q8T1W4Z7'
  const links: Partial<Record<ShopMessageKind, string>> = {
    'password reset': `${origin}/reset-password#token=${token}`,
    'email confirmation': `${origin}/confirm-email#token=${token}`,
    'newsletter confirmation': `${origin}/newsletter#confirm=${token}`,
    'newsletter confirmed': `${origin}/newsletter#unsubscribe=${token}`,
    'staff invitation': `${apiOrigin}/admin/#/set-password/${token}`,
    'staff password reset': `${apiOrigin}/admin/#/set-password/${token}`,
  }
  const role = rules.find(({ message }) => message === kind)?.to ?? 'shopper'
  return {
    ...{ id: 'p4x0k2m7c9v1b3n5q8w6z0t2r4', kind, role, language, shop: SHOP },
    event: { kind: 'account.reset-requested', at: new Date('2026-11-21T10:00:00Z') },
    recipient: { name: 'Meera', email: 'meera@example.com' },
    link: links[kind],
    contact: {
      ...{ number: '7K3M-9Q2X', name: 'Meera Iyer', email: 'meera@example.com' },
      ...{ subject: 'Size of the kurta', text: 'Does the blue kurta run small?\nI usually wear M.' },
    },
  }
}

/** A message of this kind, with everything that it may tell. */
export function exampleMessage(
  kind: OrderMessageKind,
  role: MessageRole = 'shopper',
  language: Language = 'en',
): OrderMessage {
  const event = EXAMPLES.find((one) => one.kind === kind)?.event ?? 'order.paid'
  const at = new Date('2026-11-21T10:00:00Z')
  const number = '7K3M9Q2XV0AB'
  const lines = [
    {
      title: language === 'hi' ? 'नील ब्लॉक प्रिंट कुर्ता' : 'Indigo Block Print Kurta',
      choices: 'M, Indigo',
      quantity: 2,
      price: 119_925,
      sku: 'KUR-01-M',
    },
    { title: 'Chanderi Silk Saree', choices: '', quantity: 1, price: 30_000 },
  ]
  const cashFee = kind === 'cash accepted' ? 4900 : 0
  const returnStatus = kind === 'return requested' ? 'requested' : 'accepted'
  return {
    ...{ id: 'p4x0k2m7c9v1b3n5q8w6z0t2r4', kind, role, language },
    shop: SHOP,
    customer: { name: 'Meera', email: 'meera@example.com', phone: '9876543210' },
    recipient:
      role === 'shopper'
        ? { name: 'Meera', email: 'meera@example.com', phone: '9876543210' }
        : { name: 'Asha Silks', email: 'care@asha.example', phone: '+91 98765 00000' },
    event: {
      ...{ id: `${number}/3`, kind: event, at, actor: 'provider', orderNumber: number, sequence: 3 },
      ...{ subject: 'pay0001', status: 1 },
    },
    order: {
      ...{ number: '7K3M-9Q2X-V0AB', state: 'accepted', createdAt: at },
      total: 259_850 + cashFee,
      discount: { label: 'Welcome', amount: 10_000 },
      cashFee: cashFee || undefined,
      promisedBy: new Date('2026-11-30'),
      ...{ isCash: kind === 'cash accepted', isPaid: kind !== 'cash accepted', lines },
      address: {
        ...{ fullName: 'Meera Iyer', address: '12 MG Road\nNear the lake', city: 'Pune' },
        ...{ state: 'Maharashtra', postalCode: '411001', phone: '+91 98765 43210' },
      },
      shipment: {
        ...{ courier: 'Delhivery', trackingNumber: 'DL123456789IN', shippedAt: at.toISOString() },
        trackingUrl: 'https://www.delhivery.com/track/package/DL123456789IN',
      },
      returnableUntil: new Date('2026-11-28T10:00:00Z'),
      ...(kind === 'cash accepted' && {
        confirmation: {
          url: 'https://asha.example/confirm/3mZ0y5Jx8q1v7bN4cR6tW9eU2iO5pA8sD1fG4hJ7kLz',
          isNeeded: true,
        },
      }),
      ...((kind === 'refund due' || kind === 'return received') && {
        refundUrl: 'https://asha.example/refund/3mZ0y5Jx8q1v7bN4cR6tW9eU2iO5pA8sD1fG4hJ7kLz',
      }),
      ...((kind === 'order received' || kind === 'payment reminder') && {
        payUrl: 'https://asha.example/pay/3mZ0y5Jx8q1v7bN4cR6tW9eU2iO5pA8sD1fG4hJ7kLz',
      }),
    },
    payment: { id: 'pay0001', amount: 259_850, currency: 'INR', due: 259_850, reference: 'rfnd_FP8QHiV938' },
    return: {
      ...{ id: '4TQ8XK2M', status: returnStatus, reason: 'Too small', lines: lines.slice(0, 1) },
      note: language === 'hi' ? 'कूरियर सोमवार को आएगा।' : 'Our courier collects it on Monday.',
    },
    variant: { title: 'Indigo Block Print Kurta', choices: 'M, Indigo', sku: 'KUR-01-M', stock: 2 },
  }
}

/** Each message for people in each language, about orders and about all else. */
export const ALL_MESSAGES: Message[] = LANGUAGE_CODES.flatMap((language) => [
  ...EXAMPLES.map(({ kind, role }) => exampleMessage(kind, role, language)),
  ...SHOP_MESSAGE_KINDS.map((kind) => exampleShopMessage(kind, language)),
])
