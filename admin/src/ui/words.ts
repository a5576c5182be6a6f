/** Labels of the words that the admin API answers; the screens translate them. */
export const roleLabels: Record<string, string> = {
  owner: 'Owner',
  manager: 'Manager',
  packer: 'Packer',
  editor: 'Editor',
  'read-only': 'Read only',
}

/** States of order and parcel. docs/order-lifecycle.md */
export const stateLabels: Record<string, string> = {
  'awaiting payment': 'Awaiting payment',
  accepted: 'To pack',
  'handed over': 'Shipped',
  undelivered: 'Undelivered',
  'on its way back': 'On its way back',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  'returned to sender': 'Returned to sender',
  lost: 'Lost',
}

export const statusLabels: Record<string, string> = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

/** States of payments, and of an order's money. */
export const paymentLabels: Record<string, string> = {
  pending: 'Pending',
  declined: 'Declined',
  mismatch: 'Amount differs',
  paid: 'Paid',
  unpaid: 'Not paid',
  'refund due': 'Refund due',
  refunded: 'Refunded',
}

export const returnLabels: Record<string, string> = {
  requested: 'Requested',
  accepted: 'Accepted',
  received: 'Received',
  refunded: 'Refunded',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
}

export const eventLabels: Record<string, string> = {
  'order.created': 'Order placed',
  'order.held': 'Pieces reserved',
  'order.released': 'Reservation ended',
  'order.accepted': 'Accepted',
  'order.confirmed': 'Confirmed by the shopper',
  'order.paid': 'Paid',
  'order.shipped': 'Shipped',
  'order.undelivered': 'Courier could not deliver',
  'order.returning': 'Parcel on its way back',
  'order.delivered': 'Delivered',
  'order.cancelled': 'Cancelled',
  'order.returned': 'Parcel came back',
  'order.lost': 'Parcel lost',
  'parcel.corrected': 'Tracking number corrected',
  'payment.started': 'Payment started',
  'payment.failed': 'Payment failed',
  'payment.mismatch': 'Payment of another amount',
  'refund.due': 'Refund due',
  'refund.started': 'Refund started',
  'refund.made': 'Refund made',
  'refund.failed': 'Refund failed',
  'return.requested': 'Return requested',
  'return.decided': 'Return decided',
  'return.received': 'Return received',
  'return.refunded': 'Return refunded',
  'stock.low': 'Stock is low',
}

export const actorLabels: Record<string, string> = {
  shopper: 'shopper',
  merchant: 'shop',
  provider: 'payment provider',
  courier: 'courier',
  job: 'by itself',
}

/** The values of a choice with their labels, for react-admin's inputs. */
export function choicesOf(labels: Record<string, string>): { id: string; name: string }[] {
  return Object.entries(labels).map(([id, name]) => ({ id, name }))
}

/** Kinds of messages, docs/messages.md */
export const messageLabels: Record<string, string> = {
  'order received': 'Order received',
  'payment reminder': 'Payment reminder',
  'cash accepted': 'Cash on delivery accepted',
  'order paid': 'Order paid',
  'order shipped': 'Order shipped',
  'parcel corrected': 'Tracking number corrected',
  'order delivered': 'Order delivered',
  'order cancelled': 'Order cancelled',
  'parcel undelivered': 'Courier could not deliver',
  'parcel on its way back': 'Parcel on its way back',
  'parcel returned': 'Parcel came back',
  'parcel lost': 'Parcel lost',
  'refund due': 'Refund due',
  'refund made': 'Refund made',
  'return requested': 'Return requested',
  'return decided': 'Return decided',
  'return received': 'Return received',
  'return refunded': 'Return refunded',
  'new order': 'New order',
  'payment mismatch': 'Payment of another amount',
  'low stock': 'Stock is low',
  'contact message': 'Message of a shopper',
  'mail test': 'Test e-mail',
  event: 'Event',
}

export const deliveryLabels: Record<string, string> = {
  waiting: 'waiting',
  sent: 'sent',
  refused: 'refused',
  bounced: 'bounced',
  skipped: 'not needed',
}
