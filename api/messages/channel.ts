import type { ShippingAddress } from '@tanabana/contract/requests.ts'
import type { Language } from '@tanabana/contract/store-info.ts'
import type { MESSAGE_ROLES, ORDER_MESSAGE_KINDS, SHOP_MESSAGE_KINDS } from '../db/message-states.ts'
import type { Shipment } from '../db/json-columns.ts'
import type { StoreRecord } from '../db/store-record.ts'
import type { ReturnState } from '../modules/orders/lifecycle/return-rules.ts'
import type { EventKind } from '../modules/orders/lifecycle/transition.ts'
import type { OrderState } from '../modules/orders/lifecycle/order-rules.ts'

export type OrderMessageKind = (typeof ORDER_MESSAGE_KINDS)[number]
export type ShopMessageKind = (typeof SHOP_MESSAGE_KINDS)[number]
export type MessageKind = OrderMessageKind | ShopMessageKind
export type MessageRole = (typeof MESSAGE_ROLES)[number]

/** The shop in whose name a message is sent. Addresses are absolute. */
export interface ShopFacts {
  id: string
  name: string
  /** Origin of its pages. */
  origin: string
  /** Origin of its API. */
  apiOrigin: string
  host: string
  /** All its hosts are names of this machine. */
  isLocal: boolean
  email?: string | undefined
  phone?: string | undefined
  address?: string | undefined
  logoUrl?: string | undefined
  theme?: StoreRecord['theme']
  /** Sender at a domain that the operator approved. */
  mailFrom?: string | undefined
}

export interface OrderLineFacts {
  title: string
  /** Size, colour or the values of other options. */
  choices: string
  quantity: number
  /** Paise for one piece. */
  price: number
  sku?: string | undefined
}

export interface OrderFacts {
  /** As it is shown: `7K3M-9Q2X-V0AB`. */
  number: string
  state: OrderState
  createdAt: Date
  /** What is to be paid in all, in paise: the lines less the discount, with the fee for cash on delivery. */
  total: number
  /** Paise that an offer took off, by its name. */
  discount?: { label: string; amount: number } | undefined
  /** Paise, of an order that is paid at delivery. */
  cashFee?: number | undefined
  /** The day in India by which it should arrive. */
  promisedBy?: Date | undefined
  isCash: boolean
  isPaid: boolean
  lines: OrderLineFacts[]
  address: ShippingAddress
  shipment?: Shipment | undefined
  /** Number of the tax invoice, where the shop shows one. */
  invoiceNumber?: string | undefined
  /** Last day on which a return can be requested; absent where the shop takes none. */
  returnableUntil?: Date | undefined
  /** Who pays the way back of a return, where the store info tells it. */
  returnFees?: 'free' | 'customer' | undefined
  /** Page that takes the payment of an order that waits for one. */
  payUrl?: string | undefined
  /** Page by which the shopper confirms an order that is paid at delivery. `isNeeded`: the shop packs it only then. */
  confirmation?: { url: string; isNeeded: boolean } | undefined
  /** Page that asks where a refund goes which the merchant sends. */
  refundUrl?: string | undefined
}

export interface MessageEvent {
  /** Order number and sequence: `7K3M9Q2XV0AB/3`. */
  id: string
  kind: EventKind
  at: Date
  actor: string | null
  orderNumber: string
  sequence: number
  /** Id of the payment, return or variant. */
  subject: string | null
  status: number | null
}

interface MessageHead {
  /** The same in each attempt: a receiver drops repeats by it. */
  id: string
  role: MessageRole
  language: Language
  shop: ShopFacts
  recipient: { name: string; email?: string | undefined; phone?: string | undefined }
  /** Where the shop has several receivers of a channel. */
  endpoint?: { id: string; url: string; secret: string } | undefined
}

/** What a channel is told to send. It is read again for each attempt, and tells the present state. */
export type Message = OrderMessage | ShopMessage

/** A message about an account, a contact message or the newsletter. */
export interface ShopMessage extends MessageHead {
  kind: ShopMessageKind | 'event'
  event: { kind: string; at: Date }
  /** Page of the shop that does what the message is about. */
  link?: string | undefined
  /** Ends the subscription without a page (RFC 8058). */
  unsubscribeUrl?: string | undefined
  /** Where a reply goes, in place of the shop. */
  replyTo?: string | undefined
  contact?: { number: string; name: string; email: string; subject: string; text: string } | undefined
  /** Only its id once it is erased. */
  account?: { id: string; name?: string; email?: string } | undefined
  /** Only its id once it has ended. */
  subscription?: { id: string; email?: string } | undefined
}

/** A message about an order. */
export interface OrderMessage extends MessageHead {
  kind: OrderMessageKind
  event: MessageEvent
  /** Who placed the order. */
  customer: { name: string; email: string; phone?: string | undefined }
  order: OrderFacts
  /** Of a payment or refund. Paise, or the smallest unit of its currency. */
  payment?:
    | {
        id: string
        amount: number
        currency: string
        due: number
        reference?: string
        /** It came in cash, which is not how its refund goes back. */
        isCash?: boolean
      }
    | undefined
  return?:
    | {
        id: string
        status: ReturnState
        reason: string
        note?: string | undefined
        lines: OrderLineFacts[]
      }
    | undefined
  variant?: { title: string; choices: string; sku?: string | undefined; stock: number } | undefined
}

/**
 * What became of an attempt. `refused`: never try again; `bounced`: never write to this address again; `later`: try again,
 * and with `isUnreachable` the receiver takes no other message at the moment either. Texts name no address.
 */
export type Outcome =
  | { state: 'sent' }
  | { state: 'refused' | 'bounced'; reason: string }
  | { state: 'later'; reason: string; isUnreachable?: boolean }

/**
 * A way to reach people or programs. It is told what to send, not when: order, pauses and repeats are those of
 * deliver.ts. An error that it throws counts as `later`. docs/messages.md
 */
export interface Channel {
  /** Where the message would go; `undefined` when the recipient can't be reached this way. */
  addressOf(message: Message): string | undefined
  send(message: Message, signal: AbortSignal): Promise<Outcome>
  /** Closes connections. */
  close?(): void
}

/** The configured channels by name, each opened at its first message. */
export type Channels = Readonly<Record<string, () => Promise<Channel>>>
