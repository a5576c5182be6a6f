import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { StoreClient } from '../../lib/api-client/client.ts'
import { isUnauthorized } from '../../lib/api-client/errors.ts'
import { fetchOrders } from '../../lib/api-client/orders.ts'
import { t } from '../../lib/i18n/translate.ts'
import { orderWatchMessages } from '../../lib/payment/messages.ts'
import { orderPayment } from '../../lib/payment/order-payment.ts'
import type { OrderPayment } from '../../lib/payment/order-payment.ts'
import { watchOrder } from '../../lib/payment/order-watch.ts'
import type { OrderWatch } from '../../lib/payment/order-watch.ts'
import { parseUpiLink } from '../../lib/payment/upi.ts'
import type { UpiRequest } from '../../lib/payment/upi.ts'
import { buttonClasses, panelClasses } from '../../styles/classes.ts'
import { PaymentFacts } from './PaymentFacts.tsx'
import { QrCode } from './QrCode.tsx'
import { ShopConfirmation } from './ShopConfirmation.tsx'
import type { PaidOrder, WaitingStep } from './use-pay.ts'

interface Props {
  step: WaitingStep
  order: PaidOrder
  onPaid: () => void
  onChanged: (payment: OrderPayment) => void
  /** Sends the bank's reference to the shop; resolves with the message of a refusal. */
  onReference: (reference: string) => Promise<string | undefined>
  onBack: () => void
}

/** A QR code, or a link back to the payment app, while the order is watched. */
export function WaitingScreen({ step, order, onPaid, onChanged, onReference, onBack }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  const [hasAsked, setAsked] = useState(false)
  const { watch, checkNow } = useOrderWatch({ ...order, onPaid, onChanged })
  const { confirmation } = step
  const upi = upiRequest(step)
  const appLink = step.kind === 'app' ? step.link : upi?.link

  useEffect(() => title.current?.focus(), [])

  return (
    <section
      aria-labelledby="waiting"
      className={`${panelClasses} grid justify-items-center gap-5 text-center`}
    >
      <h2 id="waiting" ref={title} tabIndex={-1} className="text-2xl focus:outline-none">
        {step.kind === 'app' ? t('Complete Your Payment in Your App') : t('Scan QR Code to Complete Payment')}
      </h2>
      {step.kind === 'app' ? (
        <p className="text-muted">
          {t('Your payment app should be open. Approve the payment there, then come back.')}
        </p>
      ) : (
        <p className="text-muted">
          {t('Scan this QR code with your banking or payment app to complete the payment.')}
        </p>
      )}
      {appLink && (
        <a
          href={appLink}
          className={`${buttonClasses.primary} w-full ${step.kind === 'app' ? '' : 'md:hidden'}`}
        >
          {t('Open payment app')}
        </a>
      )}
      {step.kind !== 'app' && <QrCode step={step} />}
      {step.kind === 'app' && upi && (
        <div className="hidden justify-items-center gap-2 md:grid">
          <p className="text-sm">{t('No payment app on this device? Scan this code with your phone.')}</p>
          <QrCode step={{ kind: 'qr', text: upi.link }} />
        </div>
      )}
      <PaymentFacts order={order} upi={upi} />
      {confirmation ? (
        <ShopConfirmation
          withinHours={confirmation.withinHours}
          isPaid={watch === 'paid'}
          onReference={onReference}
        />
      ) : (
        <p role="status" className="text-sm">
          {t(orderWatchMessages[watch === 'watching' && hasAsked ? 'asked' : watch])}
        </p>
      )}
      <div className="flex w-full flex-wrap justify-center gap-3 border-t border-line pt-5">
        {!confirmation && (
          <button
            type="button"
            onClick={() => {
              setAsked(true)
              checkNow()
            }}
            className={buttonClasses.secondary}
          >
            {t('I have paid')}
          </button>
        )}
        <button type="button" onClick={onBack} className={buttonClasses.quiet}>
          {t('Try another way to pay')}
        </button>
      </div>
    </section>
  )
}

function upiRequest(step: WaitingStep): UpiRequest | undefined {
  if (step.kind === 'qr-picture') return undefined
  return parseUpiLink(step.kind === 'qr' ? step.text : step.link)
}

interface Options {
  client: StoreClient
  orderId: string
  onPaid: () => void
  /** Called when the order is cancelled or its status is unknown. */
  onChanged: (payment: OrderPayment) => void
}

/** Watches the order while the screen shows, until it is no longer Pending. */
function useOrderWatch({ client, orderId, onPaid, onChanged }: Options) {
  const [watch, setWatch] = useState<'watching' | 'paused' | 'paid'>('watching')
  const running = useRef<OrderWatch>(null)

  const checkPayment = useEffectEvent(async (): Promise<boolean> => {
    const payment = orderPayment(await fetchOrders(client), orderId)
    switch (payment.state) {
      case 'paid':
        setWatch('paid')
        onPaid()
        return true
      case 'cancelled':
      case 'unknown':
        onChanged(payment)
        return true
      default:
        return false
    }
  })

  useEffect(() => {
    const watching = watchOrder({
      check: () => checkPayment(),
      isFinal: isUnauthorized,
      onPause: () => setWatch('paused'),
      onResume: () => setWatch('watching'),
    })
    running.current = watching
    return watching.stop
  }, [])

  return { watch, checkNow: () => running.current?.checkNow() }
}
