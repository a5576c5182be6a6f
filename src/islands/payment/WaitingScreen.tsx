import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'

import { isUnauthorized } from '../../lib/api-client/errors.ts'
import { t } from '../../lib/i18n/translate.ts'
import { orderWatchMessages, waitingTitles } from '../../lib/payment/messages.ts'
import type { PaymentAccess } from '../../lib/payment/payment-access.ts'
import type { OrderPayment } from '../../lib/payment/order-payment.ts'
import { watchOrder } from '../../lib/payment/order-watch.ts'
import type { OrderWatch } from '../../lib/payment/order-watch.ts'
import type { WaitingStep } from '../../lib/payment/payment-step.ts'
import { parseUpiLink } from '../../lib/payment/upi.ts'
import type { UpiRequest } from '../../lib/payment/upi.ts'
import { isInAppBrowser } from '../../lib/platform/in-app-browser.ts'
import { dismissAllToasts } from '../../lib/platform/toasts.ts'
import { buttonClasses, panelClasses } from '../../styles/classes.ts'
import { Countdown } from './Countdown.tsx'
import { AmountFacts, PayeeFacts } from './PaymentFacts.tsx'
import { QrCode } from './QrCode.tsx'
import { ShopConfirmation } from './ShopConfirmation.tsx'
import type { PaidOrder } from './use-pay.ts'

/** A shopper sees a decline within 5 s. docs/requirements.md#1118-payment-state */
const DECLINE_DELAY_MS = 4000

interface Props {
  step: WaitingStep
  order: PaidOrder
  onPaid: () => void
  /** Called when the payment was declined. */
  onDeclined: () => void
  onChanged: (payment: OrderPayment) => void
  /** Sends the bank's reference to the shop; resolves with the message of a refusal. */
  onReference: (reference: string) => Promise<string | undefined>
  onBack: () => void
  /** The way to pay in another browser, with the link to the payment app where that has its place there. */
  elsewhere: (openApp?: ReactNode) => ReactNode
}

/**
 * A QR code, or a link back to the payment app, while the order is watched. Inside another app the ways out of it come
 * first. docs/requirements.md#212-payment-page docs/requirements.md#1030-payment-apps-inside-other-apps
 */
export function WaitingScreen(props: Props) {
  const { step, order, onPaid, onDeclined, onChanged, onReference, onBack, elsewhere } = props
  const section = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [hasAsked, setAsked] = useState(false)
  const { watch, checkNow } = useOrderWatch({ access: order.access, onPaid, onDeclined, onChanged })
  const { confirmation } = step
  const { isLink } = order.access
  const upi = upiRequest(step)
  const isInApp = isInAppBrowser()
  const [isExpired, setExpired] = useState(false)
  const ownLink = step.kind === 'app' ? step.link : upi?.link
  const openAppClasses =
    step.kind === 'app'
      ? buttonClasses.primary
      : isInApp
        ? buttonClasses.secondary
        : `${buttonClasses.primary} md:hidden`
  const openApp = ownLink !== undefined && !isExpired && (
    <a href={ownLink} className={`${openAppClasses} w-full`}>
      {t('Open payment app')}
    </a>
  )
  const countdown = step.expiresAt && (
    <Countdown until={step.expiresAt} hasCode={step.kind !== 'app'} onExpired={() => setExpired(true)} />
  )

  useEffect(() => {
    // Nothing lies over the code, its amount and the time left.
    dismissAllToasts()
    section.current?.scrollIntoView()
    title.current?.focus({ preventScroll: true })
  }, [])

  return (
    <section
      ref={section}
      aria-labelledby="waiting"
      className={`${panelClasses} grid justify-items-center gap-3 text-center md:gap-5`}
    >
      <h2 id="waiting" ref={title} tabIndex={-1} className="text-xl focus:outline-none md:text-2xl">
        {t(titleOf(step, isInApp, ownLink !== undefined))}
      </h2>
      <AmountFacts amount={upi?.amount ?? order.total} />
      {step.kind === 'app' && (
        <p className="text-muted">
          {isInApp
            ? t('Press "Open payment app" and approve the payment there, then come back.')
            : t('Your payment app should be open. Approve the payment there, then come back.')}
        </p>
      )}
      {/* Below the browser: an app inside which the page shows may not open another one. */}
      {isInApp ? elsewhere(openApp) : step.kind === 'app' && openApp}
      {step.kind === 'app' ? (
        countdown
      ) : (
        <>
          {isInApp && <h3 className="text-xl md:text-2xl">{t(waitingTitles.qr)}</h3>}
          <p className="text-muted">
            {t('Scan this QR code with your banking or payment app to complete the payment.')}
          </p>
          {!isExpired && <QrCode step={step} />}
          {countdown}
        </>
      )}
      {!isInApp && step.kind !== 'app' && openApp}
      {step.kind === 'app' && upi && !isExpired && (
        <div className="hidden justify-items-center gap-2 md:grid">
          <p className="text-sm">{t('No payment app on this device? Scan this code with your phone.')}</p>
          <QrCode step={{ kind: 'qr', text: upi.link }} />
        </div>
      )}
      <PayeeFacts order={order} upi={upi} />
      {confirmation ? (
        <ShopConfirmation
          withinHours={confirmation.withinHours}
          ordersPage={order.access.pages.orders}
          isLinked={isLink}
          isPaid={watch === 'paid'}
          onReference={onReference}
        />
      ) : (
        <p role="status" className="text-sm">
          {t(
            orderWatchMessages[watch !== 'watching' || !hasAsked ? watch : isLink ? 'linkedAsked' : 'asked'],
          )}
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
      {!isInApp && elsewhere()}
    </section>
  )
}

function titleOf({ kind }: WaitingStep, isInApp: boolean, hasLink: boolean): string {
  if (kind === 'app' || (isInApp && hasLink)) return waitingTitles.app
  return isInApp ? waitingTitles.browser : waitingTitles.qr
}

function upiRequest(step: WaitingStep): UpiRequest | undefined {
  if (step.kind === 'qr-picture') return undefined
  return parseUpiLink(step.kind === 'qr' ? step.text : step.link)
}

interface Options {
  access: PaymentAccess
  onPaid: () => void
  onDeclined: () => void
  /** Called when the order takes no payment any more and was not paid here. */
  onChanged: (payment: OrderPayment) => void
}

/** Watches the order while the screen shows, until it is no longer Pending. */
function useOrderWatch({ access, onPaid, onDeclined, onChanged }: Options) {
  const [watch, setWatch] = useState<'watching' | 'paused' | 'paid'>('watching')
  const running = useRef<OrderWatch>(null)
  const { tellsDecline } = access

  const checkPayment = useEffectEvent(async (): Promise<boolean> => {
    const payment = await access.fetchPayment()
    switch (payment.state) {
      case 'paid':
        setWatch('paid')
        onPaid()
        return true
      case 'on-delivery':
      case 'accepted':
      case 'cancelled':
        onChanged(payment)
        return true
      case 'open':
        if (payment.isDeclined) onDeclined()
        return payment.isDeclined === true
      case 'unknown':
      case 'missing':
        return false
    }
  })

  useEffect(() => {
    const watching = watchOrder({
      check: () => checkPayment(),
      ...(tellsDecline && { maxDelayMs: DECLINE_DELAY_MS }),
      isFinal: isUnauthorized,
      onPause: () => setWatch('paused'),
      onResume: () => setWatch('watching'),
    })
    running.current = watching
    return watching.stop
  }, [tellsDecline])

  return { watch, checkNow: () => running.current?.checkNow() }
}
