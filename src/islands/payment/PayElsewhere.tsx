import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react'

import { createPaymentLink, removePaymentLink } from '../../lib/api-client/payment-links.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { paymentLinkMessages } from '../../lib/payment/messages.ts'
import { browserIntent, isInAppBrowser } from '../../lib/platform/in-app-browser.ts'
import { buttonClasses } from '../../styles/classes.ts'
import { Alert } from '../ui/Loading.tsx'
import { useSubmit } from '../ui/use-form.ts'
import type { PaidOrder } from './use-pay.ts'

/** A link to share; `ended` after the shopper ended it. */
export type SharedLink = { url: string; reference: string | undefined } | 'ended'

interface Props {
  order: Pick<PaidOrder, 'client' | 'orderId' | 'access'>
  /** The link, once there is one. The form and the waiting screen share it. */
  link: SharedLink | undefined
  onLink: (link: SharedLink) => void
  /** Whether the store makes payment links. */
  canShare: boolean
  /** Another way out of the app inside which the page shows. */
  children?: ReactNode
}

/** A link that pays this order in another browser or on another phone. docs/requirements.md#1119-payment-links */
export function PayElsewhere(props: Props) {
  const { link, onLink, canShare, children } = props
  const { client, orderId, access } = props.order
  const titleId = useId()
  const isInApp = isInAppBrowser()
  const [copied, setCopied] = useState<string>()
  const { url, reference } = link === undefined || link === 'ended' ? {} : link
  const { isPending, message, submit } = useSubmit(
    () => paymentLinkMessages[url === undefined ? 'failed' : 'endFailed'],
  )
  const { title, body } = paymentLinkMessages[isInApp ? 'inApp' : 'elsewhere']

  function create(): void {
    void submit(async () => {
      const made = await createPaymentLink(client, orderId)
      setCopied(undefined)
      onLink({ url: `${location.origin}/pay/${made.token}`, reference: made.reference })
    })
  }

  function end(): void {
    void submit(async () => {
      await removePaymentLink(client, orderId)
      onLink('ended')
      setCopied(t(paymentLinkMessages.ended))
    })
  }

  const createEarly = useEffectEvent(create)
  useEffect(() => {
    // The button that opens the browser needs the link before it is pressed.
    if (isInApp && canShare && !link) createEarly()
  }, [isInApp, canShare, link])

  async function copy(text: string): Promise<void> {
    // Some in-app browsers have no clipboard.
    const isCopied = await (navigator.clipboard as Clipboard | undefined)?.writeText(text).then(
      () => true,
      () => false,
    )
    setCopied(
      isCopied ? t(paymentLinkMessages.copied) : fill(t(paymentLinkMessages.copyFailed), { url: text }),
    )
  }

  const intent = url && isInApp ? browserIntent(url) : undefined
  return (
    <section
      aria-labelledby={titleId}
      className="grid w-full gap-3 rounded-lg border border-line bg-surface p-4 text-start"
    >
      <h3 id={titleId} className="text-lg">
        {t(title)}
      </h3>
      <p className="text-sm text-muted">{t(body)}</p>
      {message && <Alert>{message}</Alert>}
      {canShare && !url && (
        <button
          type="button"
          aria-disabled={isPending || undefined}
          onClick={create}
          className={buttonClasses.secondary}
        >
          {isPending ? t('Processing...') : t('Get a payment link')}
        </button>
      )}
      {intent && (
        <a href={intent} className={buttonClasses.primary}>
          {t('Open in your browser')}
        </a>
      )}
      {children}
      {url && (
        <div className="grid gap-3 md:flex md:flex-wrap">
          <a
            href={`https://wa.me/?text=${encodeURIComponent(shareText(url, reference))}`}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClasses.secondary}
          >
            {t('Share on WhatsApp')}
          </a>
          <button type="button" onClick={() => void copy(url)} className={buttonClasses.secondary}>
            {t('Copy link')}
          </button>
          {!access.isLink && (
            <button
              type="button"
              aria-disabled={isPending || undefined}
              onClick={end}
              className={buttonClasses.quiet}
            >
              {t('End this link')}
            </button>
          )}
        </div>
      )}
      {/* Takes no place while it is empty, but stays a live region. */}
      <output className="break-all text-sm empty:absolute">{copied}</output>
    </section>
  )
}

function shareText(url: string, reference: string | undefined): string {
  if (reference === undefined) return fill(t(paymentLinkMessages.share), { url })
  return fill(t(paymentLinkMessages.shareReference), { reference, url })
}
