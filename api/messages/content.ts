import type { ShippingAddress } from '@tanabana/contract/requests.ts'
import { formatDate } from '@tanabana/contract/dates.ts'
import type { Language } from '@tanabana/contract/store-info.ts'
import type { OrderLineFacts, OrderMessage, OrderMessageKind, ShopFacts } from './channel.ts'
import { formatPrice } from '../rupees.ts'
import { EN, type Words } from './words/en.ts'
import { HI } from './words/hi.ts'

/** Parts of a message for people, in their order. */
export type Block =
  | { text: string }
  | { button: string; url: string }
  | { facts: [label: string, value: string][] }
  | { title: string; lines: OrderLineFacts[]; sums?: [label: string, amount: string][] }
  | { title: string; address: string[] }

export interface Content {
  subject: string
  heading: string
  blocks: Block[]
  /** Why the recipient gets it, and how to ask back. */
  footer: string[]
}

type Shown = Pick<Content, 'subject' | 'heading' | 'blocks'>

const WORDS: Readonly<Record<Language, Words>> = { en: EN, hi: HI }

/** What the words of a message are made of. */
export interface Phrases {
  say: (name: keyof Words, values?: Record<string, string>) => string
  date: (moment: Date) => string
}

/** Renders what a message about an order says, for channels that reach people. */
export function renderContent(message: OrderMessage): Content {
  const { language, order } = message
  const phrases = phrasesFor(language, { order: order.number, amount: formatPrice(order.total) })
  return { ...RENDERERS[message.kind](message, phrases), footer: footerOf(message, phrases) }
}

export function wordsOf(language: Language): Words {
  return WORDS[language]
}

/** Sentences in the language, filled in with `common` values. */
export function phrasesFor(language: Language, common: Readonly<Record<string, string>>): Phrases {
  const words = WORDS[language]
  return {
    say: (name, values = {}) => fill(words[name], { ...common, ...values }),
    date: (moment) => formatDate(moment, `${language}-IN-u-nu-latn`) ?? '',
  }
}

/** @throws {Error} a placeholder has no value */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The placeholder {${name}} has no value.`)
    return value
  })
}

type Renderer = (message: OrderMessage, phrases: Phrases) => Shown

const RENDERERS: Readonly<Record<OrderMessageKind, Renderer>> = {
  'order received': (message, { say }) => {
    const { payUrl } = message.order
    return {
      subject: say('receivedSubject'),
      heading: say('receivedHeading'),
      blocks: [
        ...hello(message, say),
        { text: say(payUrl === undefined ? 'received' : 'receivedUnpaid') },
        ...pay(message, say),
        ...summary(message, say),
      ],
    }
  },
  'payment reminder': (message, { say, date }) => ({
    subject: say('reminderSubject'),
    heading: say('reminderHeading'),
    blocks: [
      ...hello(message, say),
      { text: say('reminder', { date: date(message.order.createdAt) }) },
      ...pay(message, say),
      { text: say('reminderEnd') },
      ...summary(message, say),
    ],
  }),
  'cash accepted': (message, { say, date }) => ({
    subject: say(message.order.confirmation ? 'confirmSubject' : 'cashSubject'),
    heading: say(message.order.confirmation ? 'confirmHeading' : 'cashHeading'),
    blocks: [
      ...hello(message, say),
      { text: say(message.order.confirmation?.isNeeded ? 'cashUnconfirmed' : 'cash') },
      ...confirm(message, say),
      ...arrival(message, say, date),
      ...follow(message, say),
      ...summary(message, say),
    ],
  }),
  'order paid': (message, { say, date }) => {
    const amount = { amount: paymentAmount(message) }
    const isReady = message.order.state === 'accepted'
    return {
      subject: say('paidSubject'),
      heading: say('paidHeading'),
      blocks: [
        ...hello(message, say),
        { text: say(isReady ? 'paidReady' : 'paid', amount) },
        ...arrival(message, say, date),
        ...follow(message, say),
        ...summary(message, say),
      ],
    }
  },
  'order shipped': (message, { say, date }) => ({
    subject: say('shippedSubject'),
    heading: say('shippedHeading'),
    blocks: [
      ...hello(message, say),
      { text: say('shipped') },
      ...arrival(message, say, date),
      ...(message.order.isCash && !message.order.isPaid ? [{ text: say('cashReady') }] : []),
      ...parcel(message, say),
      ...invoice(message, say),
      ...summary(message, say),
    ],
  }),
  'parcel corrected': (message, { say }) => ({
    subject: say('correctedSubject'),
    heading: say('correctedHeading'),
    blocks: [
      ...hello(message, say),
      { text: say('corrected') },
      ...parcel(message, say),
      ...ordered(message, say),
    ],
  }),
  'order delivered': (message, { say, date }) => {
    const { returnableUntil } = message.order
    return {
      subject: say('deliveredSubject'),
      heading: say('deliveredHeading'),
      blocks: [
        ...hello(message, say),
        { text: say('delivered') },
        ...(returnableUntil ? [{ text: say('returnUntil', { date: date(returnableUntil) }) }] : []),
        ...follow(message, say),
        ...summary(message, say),
      ],
    }
  },
  'order cancelled': (message, { say }) =>
    told(
      message,
      say,
      ['cancelledSubject', 'cancelledHeading'],
      [message.event.actor === 'job' ? 'cancelledUnpaid' : 'cancelled'],
    ),
  'parcel undelivered': (message, { say }) =>
    told(message, say, ['undeliveredSubject', 'undeliveredHeading'], ['undelivered']),
  'parcel on its way back': (message, { say }) =>
    told(message, say, ['returningSubject', 'returningHeading'], ['returning']),
  'parcel returned': (message, { say }) => told(message, say, ['backSubject', 'backHeading'], ['back']),
  'parcel lost': (message, { say }) => told(message, say, ['lostSubject', 'lostHeading'], ['lost']),
  'refund due': (message, { say }) => {
    const amount = { amount: paymentAmount(message, 'due') }
    if (message.role === 'merchant') {
      return {
        subject: say('owedSubject', amount),
        heading: say('owedHeading'),
        blocks: [
          { text: say('owed', { ...amount, payment: message.payment?.id ?? '' }) },
          ...ordered(message, say),
        ],
      }
    }
    return {
      subject: say('refundDueSubject', amount),
      heading: say('refundDueHeading'),
      blocks: [
        ...hello(message, say),
        { text: say(refundWay(message), amount) },
        ...askUpiId(message, say),
        ...ordered(message, say),
        ...follow(message, say),
      ],
    }
  },
  'refund made': (message, { say, date }) => {
    const amount = paymentAmount(message)
    const { reference } = message.payment ?? {}
    return {
      subject: say('refundMadeSubject', { amount }),
      heading: say('refundMadeHeading'),
      blocks: [
        ...hello(message, say),
        { text: say('refundMade', { amount }) },
        {
          facts: [
            [say('amount'), amount],
            [say('date'), date(message.event.at)],
            ...(reference === undefined ? [] : [[say('reference'), reference] as [string, string]]),
          ],
        },
        ...ordered(message, say),
        ...follow(message, say),
      ],
    }
  },
  'refund failed': (message, { say }) => ({
    subject: say('refundFailedSubject'),
    heading: say('refundFailedHeading'),
    blocks: [{ text: say('refundFailed', { payment: message.payment?.id ?? '' }) }, ...ordered(message, say)],
  }),
  'return requested': (message, { say }) => {
    if (message.role === 'merchant') {
      return {
        subject: say('askedSubject'),
        heading: say('askedHeading'),
        blocks: [
          { text: say('asked', { id: message.return?.id ?? '' }) },
          ...reasonOf(message, say),
          ...returned(message, say),
        ],
      }
    }
    return {
      subject: say('returnAskedSubject'),
      heading: say('returnAskedHeading'),
      blocks: [
        ...hello(message, say),
        { text: say('returnAsked') },
        ...returned(message, say),
        ...follow(message, say),
      ],
    }
  },
  'return decided': (message, { say }) => {
    if (message.role === 'merchant') {
      return {
        subject: say('withdrawnSubject'),
        heading: say('withdrawnHeading'),
        blocks: [{ text: say('withdrawn', { id: message.return?.id ?? '' }) }, ...returned(message, say)],
      }
    }
    const { status = 'accepted', note } = message.return ?? {}
    const [subject, heading, text] =
      status === 'refused' || status === 'withdrawn' ? DECISIONS[status] : DECISIONS.accepted
    return {
      subject: say(subject),
      heading: say(heading),
      blocks: [
        ...hello(message, say),
        { text: say(text) },
        ...(status === 'accepted' ? wayBack(message, say) : []),
        ...(note ? [{ text: say('shopNote', { note }) }] : []),
        ...returned(message, say),
        ...follow(message, say),
      ],
    }
  },
  'return received': (message, { say }) => ({
    subject: say('returnReceivedSubject'),
    heading: say('returnReceivedHeading'),
    blocks: [
      ...hello(message, say),
      { text: say('returnReceived') },
      ...(message.order.refundUrl === undefined ? [] : [{ text: say('refundByUpi') }]),
      ...askUpiId(message, say),
      ...returned(message, say),
      ...follow(message, say),
    ],
  }),
  'new order': (message, { say }) => {
    const { isPaid, isCash, address } = message.order
    const method = isPaid ? 'methodPaid' : isCash ? 'methodCash' : 'methodUnpaid'
    return {
      subject: say('newOrderSubject'),
      heading: say('newOrderHeading'),
      blocks: [
        { text: say('newOrder', { name: address.fullName }) },
        {
          facts: [
            [say('payment'), say(method)],
            [say('phone'), address.phone],
          ],
        },
        ...summary(message, say),
      ],
    }
  },
  'payment mismatch': (message, { say }) => ({
    subject: say('mismatchSubject'),
    heading: say('mismatchHeading'),
    blocks: [
      {
        text: say('mismatch', {
          ...{ amount: paymentAmount(message), payment: message.payment?.id ?? '' },
        }),
      },
      ...ordered(message, say),
    ],
  }),
  'low stock': ({ variant }, { say }) => {
    const { title = '', choices = '', sku, stock = 0 } = variant ?? {}
    const facts: [string, string][] = [
      ...(choices ? [[say('choices'), choices] as [string, string]] : []),
      ...(sku ? [[say('sku'), sku] as [string, string]] : []),
    ]
    return {
      subject: say('lowSubject', { title }),
      heading: say('lowHeading'),
      blocks: [
        { text: stock > 0 ? say('low', { title, stock: String(stock) }) : say('none', { title }) },
        ...(facts.length > 0 ? [{ facts }] : []),
      ],
    }
  },
  event: () => {
    throw new Error('An event is sent as it is.')
  },
}

/** Who pays the way back of an accepted return. */
function wayBack({ order: { returnFees } }: OrderMessage, say: Say): Block[] {
  if (returnFees === undefined) return []
  return [{ text: say(returnFees === 'free' ? 'wayBackFree' : 'wayBackCustomer') }]
}

const DECISIONS = {
  accepted: ['returnAcceptedSubject', 'returnAcceptedHeading', 'returnAccepted'],
  refused: ['returnRefusedSubject', 'returnRefusedHeading', 'returnRefused'],
  withdrawn: ['returnWithdrawnSubject', 'returnWithdrawnHeading', 'returnWithdrawn'],
} as const

type Say = Phrases['say']

function told(
  message: OrderMessage,
  say: Say,
  [subject, heading]: readonly [keyof Words, keyof Words],
  texts: (keyof Words)[],
): Shown {
  return {
    subject: say(subject),
    heading: say(heading),
    blocks: [
      ...hello(message, say),
      ...texts.map((text) => ({ text: say(text) })),
      ...follow(message, say),
      ...summary(message, say),
    ],
  }
}

function hello({ recipient: { name } }: OrderMessage, say: Say): Block[] {
  return name ? [{ text: say('hello', { name }) }] : []
}

function pay({ order: { payUrl } }: OrderMessage, say: Say): Block[] {
  return payUrl === undefined ? [] : [{ button: say('payNow'), url: payUrl }, { text: say('justPaid') }]
}

function confirm({ order: { confirmation } }: OrderMessage, say: Say): Block[] {
  if (!confirmation) return []
  return [{ text: say('confirmAsk') }, { button: say('confirmOrder'), url: confirmation.url }]
}

/** Cash does not go back as cash. */
function refundWay({ order, payment }: OrderMessage): keyof Words {
  if (order.refundUrl !== undefined) return 'refundDueByUpi'
  return payment?.isCash ? 'refundDueOfCash' : 'refundDue'
}

function askUpiId({ order: { refundUrl } }: OrderMessage, say: Say): Block[] {
  return refundUrl === undefined ? [] : [{ button: say('giveUpiId'), url: refundUrl }]
}

function follow({ shop }: OrderMessage, say: Say): Block[] {
  return [{ button: say('viewOrders'), url: `${shop.origin}/orders` }]
}

function parcel({ order: { shipment }, shop }: OrderMessage, say: Say): Block[] {
  if (!shipment) return [{ button: say('trackOrder'), url: `${shop.origin}/track-order` }]
  const { courier, trackingNumber, trackingUrl } = shipment
  return [
    {
      facts: [
        [say('courier'), courier],
        [say('trackingNumber'), trackingNumber],
      ],
    },
    trackingUrl
      ? { button: say('trackParcel'), url: trackingUrl }
      : { button: say('trackOrder'), url: `${shop.origin}/track-order` },
  ]
}

function invoice({ order: { number, invoiceNumber }, shop }: OrderMessage, say: Say): Block[] {
  if (invoiceNumber === undefined) return []
  const url = `${shop.origin}/orders/${number}/invoice`
  return [{ text: say('invoice', { number: invoiceNumber }) }, { button: say('viewInvoice'), url }]
}

function arrival({ order: { promisedBy, state } }: OrderMessage, say: Say, date: Phrases['date']): Block[] {
  const isComing = state === 'accepted' || state === 'handed over'
  return promisedBy && isComing ? [{ text: say('arrival', { date: date(promisedBy) }) }] : []
}

function summary(message: OrderMessage, say: Say): Block[] {
  const address = addressLines(message.order.address)
  return [...ordered(message, say), { title: say('deliveryAddress'), address }]
}

function ordered({ order }: OrderMessage, say: Say): Block[] {
  const { lines, total, discount, cashFee } = order
  const sums: [string, string][] = [
    ...(discount
      ? [[say('discount', { label: discount.label }), `−${formatPrice(discount.amount)}`] as [string, string]]
      : []),
    ...(cashFee ? [[say('cashFee'), formatPrice(cashFee)] as [string, string]] : []),
    [say('total'), formatPrice(total)],
  ]
  return [{ title: say('order'), lines, sums }]
}

function returned(message: OrderMessage, say: Say): Block[] {
  const { lines = [] } = message.return ?? {}
  return lines.length > 0 ? [{ title: say('order'), lines }] : []
}

function reasonOf(message: OrderMessage, say: Say): Block[] {
  const { reason } = message.return ?? {}
  return reason ? [{ facts: [[say('reason'), reason]] }] : []
}

function addressLines({ fullName, address, city, state, postalCode }: ShippingAddress): string[] {
  return [fullName, ...address.split('\n'), `${city}, ${state} ${postalCode}`].filter((line) => line.trim())
}

function paymentAmount({ payment, order }: OrderMessage, which: 'amount' | 'due' = 'amount'): string {
  return payment ? formatPrice(payment[which], payment.currency) : formatPrice(order.total)
}

function footerOf({ role, shop }: OrderMessage, { say }: Phrases): string[] {
  const why = say(role === 'shopper' ? 'whyShopper' : 'whyMerchant', { shop: shop.name })
  return role === 'merchant' ? [why] : shopperFooter(shop, say, why)
}

/** How to ask back, why the shopper gets the message, and who sends it. */
export function shopperFooter(shop: ShopFacts, say: Phrases['say'], why: string): string[] {
  // A number on two lines is hard to dial.
  const phone = (shop.phone ?? '').replaceAll(' ', '\u00a0')
  const contact =
    shop.email && phone ? 'contactShop' : shop.email ? 'contactByMail' : phone ? 'contactByPhone' : undefined
  const about = [shop.name, shop.address].filter((part) => part).join(', ')
  return [...(contact ? [say(contact, { phone })] : []), why, about]
}
