import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { browserClient } from '../../lib/auth/browser-client.ts'
import { EarlierOrderError, isUnauthorized, OrderLimitError, refusalOf } from '../../lib/api-client/errors.ts'
import { $cart, latestCart } from '../../lib/cart/cart-store.ts'
import type { CartLine } from '../../lib/cart/cart.ts'
import { NO_PRODUCTS } from '../../lib/cart/current-products.ts'
import type { LineIssues } from '../../lib/cart/line-issues.ts'
import { lineToasts } from '../../lib/cart/messages.ts'
import { formatPrice, sumOfLines } from '../../lib/catalogue/money.ts'
import { checkoutMessages, limitMessage } from '../../lib/checkout/messages.ts'
import type { OrderOutcome } from '../../lib/checkout/place-order.ts'
import {
  addressOf,
  blankFields,
  readCheckoutDraft,
  saveCheckoutDraft,
} from '../../lib/checkout/shipping-address.ts'
import { readRememberChoices } from '../../lib/checkout/saved-addresses.ts'
import type { ShippingAddress } from '@tanabana/contract/requests.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { addErrorToast, addFormErrorToast } from '../../lib/platform/toasts.ts'
import { useCurrentProducts } from '../cart/use-cart.ts'
import { SubmitButton } from '../ui/Form.tsx'
import { Alert } from '../ui/Loading.tsx'
import { useFormErrors, useSubmit } from '../ui/use-form.ts'
import type { FormErrors } from '../ui/use-form.ts'
import { BriefSummary, OrderSummary } from './OrderSummary.tsx'
import { RememberChoices, SavedAddresses } from './SavedAddresses.tsx'
import { ShippingFields } from './ShippingFields.tsx'

const client = browserClient('protected')

interface Props {
  lines: CartLine[]
  /** In rupees. */
  total: number
  /** `undefined` when the store info could not be loaded for the page. */
  capabilities: Capability[] | undefined
  terms: string[]
  /** Keeps these lines on screen when the cart changes; `undefined` shows the cart again. */
  setShownLines: (lines: CartLine[] | undefined) => void
}

/** The code that sends the order; the form renders without it. */
const loadSending = () => import('../../lib/checkout/place-order.ts')

/** Orders the lines on screen and navigates to the payment. After a failure, cart and form stay. */
export function CheckoutForm({ lines, total, capabilities, terms, setShownLines }: Props) {
  const products = useCurrentProducts(lines, client, capabilities)
  const [known, setKnown] = useState(capabilities)
  const form = useRef<HTMLFormElement>(null)
  const [draft] = useState(readCheckoutDraft)
  const { errors, check, recheck } = useFormErrors((checked) => blankErrors(readAddress(checked)))
  const { isPending, message, submit } = useSubmit((error) => {
    if (isUnauthorized(error)) return undefined
    if (error instanceof EarlierOrderError) {
      addErrorToast(checkoutMessages.earlierOrder)
      return checkoutMessages.earlierOrder.body
    }
    addErrorToast(checkoutMessages.orderError)
    if (error instanceof OrderLimitError) return fill(t(limitMessage(error.exceeded)), { ...error.exceeded })
    return refusalOf(error) || checkoutMessages.orderFailed
  })

  // Preload while the shopper types.
  useEffect(() => void loadSending().catch(() => undefined), [])

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isPending) return
    // Another tab may have just emptied the cart.
    if (latestCart().length === 0) return addErrorToast(checkoutMessages.cartEmpty)
    if (!check(event.currentTarget)) return addFormErrorToast(checkoutMessages.fieldsMissing)
    const address = readAddress(event.currentTarget)
    void submit(async () => {
      setShownLines(lines)
      let outcome: OrderOutcome | undefined
      try {
        const { placeOrder } = await loadSending()
        outcome = await placeOrder({
          client,
          address,
          capabilities: known,
          lines,
          rememberAddress: readRememberChoices(form.current),
          onOrdered: () => setShownLines(lines),
        })
      } finally {
        if (outcome?.kind !== 'leaving') flushSync(() => setShownLines(undefined))
        // A refusal that the product does not explain is shown at its line.
        if (!outcome) form.current?.querySelector<HTMLElement>('[data-line-issue]')?.focus()
      }
      if (outcome.kind === 'leaving') return 'leaving'
      explain(outcome)
      return undefined
    })
  }

  /** Shows why no order was created, and focuses the cause. */
  function explain(outcome: Exclude<OrderOutcome, { kind: 'leaving' }>): void {
    if (outcome.kind === 'changed') {
      const latest = latestCart()
      $cart.set(latest)
      // CheckoutIsland shows the empty cart.
      if (latest.length === 0) return
      return addErrorToast(changeToast(total, sumOfLines(latest)))
    }
    const { line, issues } = outcome
    const { title, body } = lineToasts[issues.removal ?? toastOf(issues)]
    addErrorToast({ title: fill(t(title), { name: line.name }), body: fill(t(body), { name: line.name }) })
    flushSync(() => setKnown(outcome.capabilities))
    form.current?.querySelector<HTMLElement>('[data-line-issue]')?.focus()
  }

  const savesAddresses = known?.includes('addresses') ?? false
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label={t('Checkout')}
      onSubmit={handleSubmit}
      onInput={(event) => {
        saveCheckoutDraft(readAddress(event.currentTarget))
        recheck(event)
      }}
      className="grid gap-8 lg:grid-cols-3 lg:items-start lg:gap-12"
    >
      <BriefSummary lines={lines} total={total} />
      <ShippingFields
        draft={draft}
        errors={errors}
        saved={<SavedAddresses client={client} isAtApi={savesAddresses} form={form} />}
        remember={<RememberChoices isAtApi={savesAddresses} />}
        hasPincodes={known?.includes('pincodes') ?? false}
        client={client}
      />
      {/* On phones the bar below sticks to the screen, over the whole form. */}
      <div className="contents lg:block">
        <OrderSummary
          lines={lines}
          total={total}
          products={known?.includes('order-lines') ? products : NO_PRODUCTS}
          isEditable={!isPending}
          terms={terms}
        >
          {message && <Alert>{message}</Alert>}
        </OrderSummary>
        <div className="checkout-bar">
          <p className="lg:hidden">
            <span className="block text-sm text-muted">{t('To pay')}</span>
            <strong className="tabular-nums">{formatPrice(total)}</strong>
          </p>
          <SubmitButton isPending={isPending} pendingText={t('Creating order...')}>
            {t('Create Order')}
          </SubmitButton>
        </div>
      </div>
    </form>
  )
}

/** The first choice that a line lacks. */
function toastOf({ size, color, option }: LineIssues): 'size' | 'color' | 'option' | 'stock' {
  if (size) return 'size'
  if (color) return 'color'
  return option ? 'option' : 'stock'
}

/** Names the new total; when it is unchanged, the lines have changed. */
function changeToast(before: number, now: number) {
  if (before === now) return checkoutMessages.cartChanged
  const { title, body } = checkoutMessages.totalChanged
  return { title, body: fill(t(body), { total: formatPrice(now) }) }
}

function readAddress(form: HTMLFormElement): ShippingAddress {
  const data = new FormData(form)
  return addressOf((name) => data.get(name))
}

function blankErrors(address: ShippingAddress): FormErrors {
  return Object.fromEntries(blankFields(address).map((name) => [name, checkoutMessages.missing[name]]))
}
