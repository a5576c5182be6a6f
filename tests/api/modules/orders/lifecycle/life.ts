import {
  isReceived,
  moneyOf,
  PAYMENT_TRANSITIONS,
  REFUND_TRANSITIONS,
  type PaymentFacts,
  type RefundState,
} from '../../../../../api/modules/orders/lifecycle/money-rules.ts'
import {
  allows,
  decide,
  ORDER_TRANSITIONS,
  type Order,
  type OrderChange,
  type StockEffect,
} from '../../../../../api/modules/orders/lifecycle/order-rules.ts'
import {
  RETURN_TRANSITIONS,
  type ReturnState,
} from '../../../../../api/modules/orders/lifecycle/return-rules.ts'
import {
  nextState,
  type Actor,
  type EventKind,
  type Transition,
} from '../../../../../api/modules/orders/lifecycle/transition.ts'

const PRICE = 1000

/** An order of `pieces` pieces with all that belongs to it, and the stock of its variant. */
export interface Life {
  order: Order
  pieces: number
  payments: PaymentFacts[]
  refunds: { payment: number; amount: number; state: RefundState }[]
  returns: ReturnState[]
  stock: {
    supplied: number
    sellable: number
    held: number
    sold: number
    soldElsewhere: number
    writtenOff: number
  }
  events: EventKind[]
}

/** An attempted change; `which` chooses among the steps, payments, refunds or returns there are. */
export interface Attempt {
  kind:
    | 'order'
    | 'next step'
    | 'start payment'
    | 'money'
    | 'settle mismatch'
    | 'decline'
    | 'refund due'
    | 'refund'
    | 'ask return'
    | 'return'
    | 'sell elsewhere'
  by: Actor
  which: number
  change: OrderChange
  allowsUnpaid: boolean
  /** Whether the amount of the payment arrives. */
  amount: 'total' | 'other'
  refund: keyof typeof REFUND_TRANSITIONS
  return: keyof typeof RETURN_TRANSITIONS
}

/** A new order that holds its pieces. */
export function place(pieces: number, supplied: number): Life {
  return {
    order: { state: 'awaiting payment', pieces: 'held' },
    pieces,
    payments: [],
    refunds: [],
    returns: [],
    stock: { supplied, sellable: supplied - pieces, held: pieces, sold: 0, soldElsewhere: 0, writtenOff: 0 },
    events: ['order.created'],
  }
}

/** The life after the attempt; a refused one changes nothing and returns `undefined`. */
export function attempt(before: Life, tried: Attempt): Life | undefined {
  const life = structuredClone(before)
  const { by, which } = tried
  const payment = life.payments[which % Math.max(1, life.payments.length)]
  switch (tried.kind) {
    case 'order':
      // Money alone pays an order.
      if (tried.change === 'pay') return undefined
      return change(life, tried.change, by, tried.allowsUnpaid) ? life : undefined
    case 'next step': {
      const changes = NEXT_STEPS.filter((one) => allows(life.order, one))
      const name = changes[which % Math.max(1, changes.length)]
      return name && change(life, name, ORDER_TRANSITIONS[name].by[0], true) ? life : undefined
    }
    case 'start payment':
      if (!change(life, 'hold', 'shopper')) return undefined
      life.payments.push({ status: 'pending', amount: PRICE * life.pieces, refunded: 0, inProgress: 0 })
      life.events.push('payment.started')
      return life
    case 'money': {
      if (!payment || isReceived(payment.status) || payment.status === 'mismatch') return undefined
      if (tried.amount === 'total') return receive(life, payment, 'provider') ? life : undefined
      life.payments.push({ status: 'mismatch', amount: payment.amount + 1, refunded: 0, inProgress: 0 })
      life.events.push('payment.mismatch')
      return life
    }
    case 'settle mismatch':
      return payment?.status === 'mismatch' && receive(life, payment, by) ? life : undefined
    case 'decline':
      return payment && step(life, PAYMENT_TRANSITIONS, 'decline', payment, by) ? life : undefined
    case 'refund due': {
      const index = payment ? life.payments.indexOf(payment) : -1
      if (payment?.status !== 'refund due' && payment?.status !== 'paid') return undefined
      const left = payment.amount - payment.refunded - payment.inProgress
      if (left === 0) return undefined
      const amount = which % 2 === 0 ? left : Math.ceil(left / 2)
      life.refunds.push({ payment: index, amount, state: 'requested' })
      payment.inProgress += amount
      life.events.push('refund.started')
      return life
    }
    case 'refund': {
      const refund = life.refunds[which % Math.max(1, life.refunds.length)]
      const status = refund && nextState(REFUND_TRANSITIONS[tried.refund], refund.state, by)
      const paid = refund && life.payments[refund.payment]
      if (!refund || !paid || status === undefined) return undefined
      refund.state = status
      if (status === 'pending') return life
      paid.inProgress -= refund.amount
      if (status === 'failed') {
        life.events.push(REFUND_TRANSITIONS.fail.event)
        return life
      }
      paid.refunded += refund.amount
      const rest = paid.refunded === paid.amount ? 'refund the rest' : 'refund in part'
      return step(life, PAYMENT_TRANSITIONS, rest, paid, by) ? life : undefined
    }
    case 'ask return':
      if (life.order.state !== 'delivered' || life.returns.length >= life.pieces) return undefined
      life.returns.push('requested')
      life.events.push('return.requested')
      return life
    case 'return': {
      const index = which % Math.max(1, life.returns.length)
      const asked = life.returns[index]
      const transition = RETURN_TRANSITIONS[tried.return]
      const status = asked && nextState(transition, asked, by)
      if (status === undefined) return undefined
      life.returns[index] = status
      life.events.push(transition.event)
      // One piece of each return comes back from the sold ones.
      if (status === 'received') life.stock.sold -= 1
      if (status === 'received') life.stock['stock' in transition ? 'sellable' : 'writtenOff'] += 1
      return life
    }
    case 'sell elsewhere':
      if (life.stock.sellable < 1) return undefined
      life.stock.sellable -= 1
      life.stock.soldElsewhere += 1
      return life
  }
}

function receive(life: Life, payment: PaymentFacts, by: Actor): boolean {
  const isKept = change(life, 'pay', by)
  return step(life, PAYMENT_TRANSITIONS, isKept ? 'keep' : 'make refund due', payment, by)
}

function change(life: Life, name: OrderChange, by: Actor, allowsUnpaid = false): boolean {
  const decision = decide(life.order, name, by, { allowsUnpaid })
  if ('refusal' in decision) return false
  const { stock, makesRefundDue, event } = decision.transition
  if (stock && !move(life, stock)) return false
  life.order = decision.order
  life.events.push(event)
  if (makesRefundDue) {
    for (const payment of life.payments) {
      if (payment.status === 'paid' || payment.status === 'mismatch')
        step(life, PAYMENT_TRANSITIONS, 'make refund due', payment, by)
    }
  }
  return true
}

function step<Name extends string>(
  life: Life,
  transitions: Readonly<Record<Name, Transition<PaymentFacts['status']>>>,
  name: Name,
  payment: PaymentFacts,
  by: Actor,
): boolean {
  const status = nextState(transitions[name], payment.status, by)
  if (status === undefined) return false
  payment.status = status
  const { event } = transitions[name]
  if (event) life.events.push(event)
  return true
}

/** Moves the pieces; `false` where they are gone. */
function move({ order, pieces, stock }: Life, effect: StockEffect): boolean {
  const isTaking = effect === 'take' || effect === 'take beyond stock'
  if (isTaking) {
    if (!('pieces' in order) || order.pieces === 'held') return true
    if (effect === 'take' && stock.sellable < pieces) return false
    stock.sellable -= pieces
    stock.held += pieces
    return true
  }
  const { held } = stock
  stock.held = 0
  stock[({ release: 'sellable', sell: 'sold', 'write off': 'writtenOff' } as const)[effect]] += held
  return true
}

/** Changes that lead an order on without its money. */
const NEXT_STEPS = [
  'accept on delivery',
  'accept unpaid',
  'ship',
  'report undelivered',
  'send back',
  'deliver',
  'return to sender',
  'return spoiled to sender',
  'lose',
] as const

export const ORDER_CHANGES = Object.keys(ORDER_TRANSITIONS) as OrderChange[]

/** Problems of a life: what must hold in every one of them. */
export function violations({ order, payments, stock }: Life): string[] {
  const found: string[] = []
  const { received, kept, refunded, refundDue } = moneyOf(order, payments)
  const money = payments
    .filter(({ status }) => isReceived(status))
    .reduce((sum, { amount }) => sum + amount, 0)
  const { supplied, sellable, held, sold, soldElsewhere, writtenOff } = stock
  const isOver = !('terms' in order || 'pieces' in order)
  if (received !== money || received !== kept + refunded + refundDue) found.push('money is lost')
  if (supplied !== sellable + held + sold + soldElsewhere + writtenOff) found.push('pieces are lost')
  if (held < 0) found.push('more pieces leave than are held')
  if (isOver && kept > 0) found.push('a closed order keeps money')
  if ((isOver || order.state === 'delivered') && held > 0) found.push('a finished order holds pieces')
  const isGoingBack = refunded > 0 || payments.some(({ inProgress }) => inProgress > 0)
  if ('terms' in order && (order.terms === 'paid') !== kept > 0 && !isGoingBack)
    found.push('terms and money differ')
  if (order.state === 'cancelled' && sold + writtenOff > 0) found.push('a cancelled order takes pieces along')
  return found
}
