import type { Field } from '../ui/ActionDialog.tsx'
import type { Order, Transition } from './order.ts'

/** A way to make one of an order's transitions. */
interface Step {
  /** Last part of the call's path. */
  transition: string
  label: string
  /** What is said afterwards; by default, that it is recorded. */
  done?: string
  /** What to ask, beside `question`, before the call. */
  fields?: (order: Order) => Field[]
  question?: string
  /** Made although the order is not paid; the dialog says so. */
  isUnpaid?: boolean
  toBody?: (values: Record<string, string>) => object
}

const parcelFields = ({ shipment }: Order): Field[] => [
  { name: 'courier', label: 'Courier', initial: shipment?.courier },
  { name: 'trackingNumber', label: 'Tracking number', initial: shipment?.trackingNumber },
  {
    name: 'trackingUrl',
    label: 'Tracking link',
    type: 'url',
    initial: shipment?.trackingUrl,
    isOptional: true,
  },
]

const STEPS: Step[] = [
  {
    transition: 'accept',
    label: 'Payment received',
    done: 'The payment is recorded.',
    fields: ({ payments }) => [
      {
        name: 'method',
        label: 'How it was paid',
        initial: 'upi',
        choices: [
          ['upi', 'UPI'],
          ['bank', 'Bank transfer'],
          ['cash', 'Cash'],
        ],
      },
      {
        name: 'reference',
        label: 'Reference (UTR)',
        initial: payments?.findLast(({ customerReference }) => customerReference)?.customerReference ?? '',
      },
    ],
    toBody: (receipt) => ({ receipt }),
  },
  {
    transition: 'accept',
    label: 'Accept without payment',
    done: 'The order is accepted.',
    question: 'The order is not paid. Accept it all the same?',
    toBody: () => ({ unpaid: true }),
  },
  { transition: 'ship', label: 'Ship', done: 'The order is shipped.', fields: parcelFields },
  {
    transition: 'deliver',
    label: 'Delivered',
    done: 'The order is delivered.',
    fields: ({ cashOnDelivery, paidAt }) =>
      cashOnDelivery && paidAt === null
        ? [{ name: 'cashReference', label: 'Reference of the cash', isOptional: true }]
        : [],
  },
  {
    transition: 'correct-parcel',
    label: 'Correct tracking number',
    done: 'The tracking number is corrected.',
    fields: parcelFields,
  },
  { transition: 'undelivered', label: 'Courier could not deliver' },
  { transition: 'send-back', label: 'Parcel is on its way back' },
  {
    transition: 'returned-to-sender',
    label: 'Parcel came back, whole',
    done: 'The pieces are in stock again.',
    question: 'The pieces go back into stock, and what was paid is due for refund.',
  },
  {
    transition: 'returned-spoiled',
    label: 'Parcel came back, spoiled',
    question: 'The pieces are written off, and what was paid is due for refund.',
  },
  {
    transition: 'lost',
    label: 'Parcel is lost',
    question: 'The pieces are written off, and what was paid is due for refund.',
  },
  {
    transition: 'cancel',
    label: 'Cancel the order',
    done: 'The order is cancelled.',
    question: 'The pieces go back into stock, and what was paid is due for refund.',
    fields: ({ payments, paidAt }) =>
      paidAt === null && payments?.some(({ customerReference }) => customerReference)
        ? [
            {
              name: 'despiteReference',
              label: 'The shopper gave a UTR',
              choices: [['yes', 'I have checked: no money came']],
            },
          ]
        : [],
    toBody: ({ despiteReference }) => ({ ...(despiteReference && { despiteReference: true }) }),
  },
]

/** Why a transition can't be made, by the reason that the API gives. */
export const refusalLabels: Record<string, string> = {
  state: 'Not in this state',
  actor: 'Staff cannot do this',
  unpaid: 'Not paid',
  'already paid': 'Paid already',
  'not held': 'The pieces are not reserved',
  permission: 'Your role does not allow this',
}

interface RefusedStep {
  step: Step
  reason: string
}

/** What can be made of an order now, the most likely first, and what can't with its reason. */
export function stepsOf({ transitions }: Pick<Order, 'transitions'>): {
  open: Step[]
  refused: RefusedStep[]
} {
  const open: Step[] = []
  const refused: RefusedStep[] = []
  for (const step of STEPS) {
    const transition = transitions.find(({ name }) => name === step.transition)
    if (!transition) continue
    if (isOpen(transition))
      open.push({ ...step, isUnpaid: transition.reason === 'unpaid' && step.transition !== 'accept' })
    else refused.push({ step, reason: transition.reason ?? 'state' })
  }
  return { open, refused }
}

/** Without payment a step is a question to the merchant, no refusal. */
function isOpen({ allowed, reason }: Transition): boolean {
  return allowed || reason === 'unpaid'
}
