import {
  type ComponentType,
  lazy,
  type SubmitEvent,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'

import { browserClient } from '../../lib/auth/browser-client.ts'
import { EarlierOrderError, isUnauthorized, OrderLimitError, refusalOf } from '../../lib/api-client/errors.ts'
import { $cart, latestCart } from '../../lib/cart/cart-store.ts'
import type { CartLine } from '../../lib/cart/cart.ts'
import { NO_PRODUCTS } from '../../lib/cart/current-products.ts'
import { needsChoice } from '../../lib/cart/line-refusals.ts'
import { formatPrice } from '../../lib/catalogue/money.ts'
import { checkoutMessages, limitMessage } from '../../lib/checkout/messages.ts'
import type { OrderOutcome } from '../../lib/checkout/place-order.ts'
import {
  addressOf,
  blankFields,
  readCheckoutDraft,
  saveCheckoutDraft,
} from '../../lib/checkout/shipping-address.ts'
import { savesAddress } from '../../lib/checkout/saved-addresses.ts'
import type { ShippingAddress } from '@tanabana/contract/requests.ts'
import type { Capability } from '@tanabana/contract/store-info.ts'
import { fill, t, type ToastText } from '../../lib/i18n/translate.ts'
import { addErrorToast, addFormErrorToast } from '../../lib/platform/toasts.ts'
import { cartTotal } from '../../lib/quote/cart-total.ts'
import { deliveryMessages } from '../../lib/quote/messages.ts'
import { readOfferCode } from '../../lib/quote/offer-code.ts'
import { readVisitPinCode } from '../../lib/quote/pin-code.ts'
import { $quote, deliveryTo, offeredMethods, quotedLine, quoteOf } from '../../lib/quote/quote-store.ts'
import { readPinCode } from '@tanabana/contract/pin-code.ts'
import { focusLineIssue, showLineIssue } from '../cart/show-line-issue.ts'
import { useCurrentProducts } from '../cart/use-cart.ts'
import type { CheckoutQuoteProps } from '../quote/CheckoutQuote.tsx'
import { useQuote } from '../quote/use-quote.ts'
import { focusField } from '../ui/focus-field.ts'
import { SubmitButton } from '../ui/Form.tsx'
import { Alert } from '../ui/Loading.tsx'
import { useFormErrors, useSubmit } from '../ui/use-form.ts'
import type { FormErrors } from '../ui/use-form.ts'
import { fillField } from './fill-field.ts'
import { BriefSummary, OrderSummary } from './OrderSummary.tsx'
import { SaveChoice, SavedAddresses } from './SavedAddresses.tsx'
import { ShippingFields } from './ShippingFields.tsx'

const client = browserClient('protected')

interface Props {
  lines: CartLine[]
  /** `undefined` when the store info could not be loaded for the page. */
  capabilities: Capability[] | undefined
  terms: string[]
  /** Keeps these lines on screen when the cart changes; `undefined` shows the cart again. */
  setShownLines: (lines: CartLine[] | undefined) => void
}

/** The code that sends the order and explains its outcome; the form renders without it. */
async function loadSending() {
  const [{ placeOrder }, { outcomeToast }] = await Promise.all([
    import('../../lib/checkout/place-order.ts'),
    import('../../lib/checkout/outcome-text.ts'),
  ])
  return { placeOrder, outcomeToast }
}

/** Without these scripts the form works all the same. */
const CheckoutQuote = lazy<ComponentType<CheckoutQuoteProps>>(() =>
  import('../quote/CheckoutQuote.tsx').catch(() => ({ default: () => null })),
)
const FieldFacts = lazy<ComponentType<Pick<CheckoutQuoteProps, 'state' | 'postalCode'>>>(() =>
  import('../quote/DeliveryFacts.tsx').catch(() => ({ default: () => null })),
)
const loadAccount = () => import('../../lib/auth/account-actions.ts')

/** Orders the lines on screen and navigates to the payment. After a failure, cart and form stay. */
export function CheckoutForm({ lines, capabilities, terms, setShownLines }: Props) {
  const [known, setKnown] = useState(capabilities)
  const has = (word: Capability) => known?.includes(word) ?? false
  const form = useRef<HTMLFormElement>(null)
  const [draft] = useState(readDraft)
  const [address, setAddress] = useState(draft)
  const [leftPhone, setLeftPhone] = useState(draft.phone)
  const [offerCode, setOfferCode] = useState(readOfferCode)
  const [isFolded, setFolded] = useState(false)
  /** The texts that the store has refused. */
  const [refused, setRefused] = useState<Partial<Pick<ShippingAddress, 'postalCode' | 'phone'>>>({})
  const { errors, check, recheck } = useFormErrors((checked) => blankErrors(readAddress(checked)))

  const postalCode = readPinCode(address.postalCode)
  const question = {
    lines,
    postalCode,
    phone: address.phone,
    isPhoneLeft: address.phone === leftPhone,
    offerCode,
  }
  const quote = useQuote(client, known, question)
  const total = cartTotal(lines, quote)
  const delivery = deliveryTo(quote, postalCode)
  const isNotServed = delivery?.served === false || refused.postalCode === address.postalCode
  const shownErrors = {
    ...errors,
    ...(isNotServed && {
      postalCode: fill(t(deliveryMessages.notServed), { code: postalCode ?? address.postalCode }),
    }),
    ...(refused.phone === address.phone && { phone: checkoutMessages.phoneNeeded }),
  }
  const products = useCurrentProducts(
    // A quote names what is wrong; the product of a line is needed to choose again.
    has('quotes') ? lines.filter((line) => needsChoice(quotedLine(quote, line))) : lines,
    client,
    known,
  )

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

  const fillName = useEffectEvent(async () => {
    if (!has('quotes') || draft.fullName !== '') return
    const { fetchAccount } = await loadAccount()
    const { firstName, lastName } = await fetchAccount(client)
    fillField(form.current, 'fullName', `${firstName} ${lastName}`.trim(), '')
  })
  useEffect(() => void fillName().catch(() => undefined), [])

  function handleInput(event: { currentTarget: HTMLFormElement }): void {
    const typed = readAddress(event.currentTarget)
    setAddress(typed)
    saveCheckoutDraft(typed)
    recheck(event)
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isPending) return
    // Another tab may have just emptied the cart.
    if (latestCart().length === 0) return addErrorToast(checkoutMessages.cartEmpty)
    if (!check(event.currentTarget)) return addFormErrorToast(checkoutMessages.fieldsMissing)
    const sent = readAddress(event.currentTarget)
    const shown = { question, total: total.total, by: delivery?.by, methods: offeredMethods(quote) }
    void submit(async () => {
      setShownLines(lines)
      const { placeOrder, outcomeToast } = await loadSending()
      let outcome: OrderOutcome | undefined
      try {
        outcome = await placeOrder({
          client,
          address: sent,
          capabilities: known,
          shown,
          savesAddress: savesAddress(form.current),
          onOrdered: () => setShownLines(lines),
        })
      } finally {
        if (outcome?.kind !== 'leaving') flushSync(() => setShownLines(undefined))
        // A refusal that the product does not explain is shown at its line.
        if (!outcome) focusLineIssue(form.current)
      }
      if (outcome.kind === 'leaving') return 'leaving'
      if (outcome.kind === 'line') {
        const { line, issues, capabilities: current } = outcome
        showLineIssue(line, issues)
        flushSync(() => setKnown(current))
        focusLineIssue(form.current)
        return undefined
      }
      const latest = latestCart()
      $cart.set(latest)
      // CheckoutIsland shows the empty cart.
      if (latest.length === 0) return undefined
      const toast = outcomeToast(outcome.kind, shown, {
        total: cartTotal(latest, $quote.get()).total,
        quote: quoteOf($quote.get(), latest),
        postalCode: sent.postalCode,
      })
      if (outcome.kind === 'not-delivered') refuse('postalCode', sent.postalCode, toast)
      else if (outcome.kind === 'phone') refuse('phone', sent.phone, toast)
      else addErrorToast(toast)
      return undefined
    })
  }

  /** Points out the field whose text the store refuses. */
  function refuse(name: 'postalCode' | 'phone', text: string, toast: ToastText): void {
    flushSync(() => {
      setRefused((before) => ({ ...before, [name]: text }))
      setFolded(false)
    })
    addFormErrorToast(toast)
    focusField(form.current?.querySelector<HTMLElement>(`[name="${name}"]`))
  }

  function unfold(): void {
    flushSync(() => setFolded(false))
    form.current?.querySelector<HTMLElement>('[name="saved-address"]:checked')?.focus()
  }

  const facts = has('quotes') && postalCode !== undefined && (
    <Suspense fallback={null}>
      <FieldFacts state={quote} postalCode={postalCode} />
    </Suspense>
  )
  // A saved address may lack a field.
  const showsSummary = isFolded && blankFields(address).length === 0
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label={t('Checkout')}
      onSubmit={handleSubmit}
      onInput={handleInput}
      className="grid gap-8 lg:grid-cols-3 lg:items-start lg:gap-12"
    >
      <BriefSummary lines={lines} total={total} />
      <ShippingFields
        draft={draft}
        errors={shownErrors}
        saved={
          <SavedAddresses
            client={client}
            isAtApi={has('addresses')}
            form={form}
            address={address}
            isFolded={showsSummary}
            error={shownErrors.postalCode}
            facts={facts}
            onChosen={() => setFolded(true)}
            onChange={unfold}
          />
        }
        isFolded={showsSummary}
        remember={<SaveChoice />}
        isPinCodeFirst={has('pincodes')}
        looksUpPinCode={has('pincodes') && !has('quotes')}
        place={
          delivery && postalCode !== undefined
            ? { code: postalCode, city: delivery.city, state: delivery.state }
            : undefined
        }
        facts={!showsSummary && facts}
        onPhoneLeft={setLeftPhone}
        client={client}
      />
      {/* On phones the bar below sticks to the screen, over the whole form. */}
      <div className="contents lg:block">
        <OrderSummary
          lines={lines}
          total={total}
          quote={quote}
          products={has('order-lines') ? products : NO_PRODUCTS}
          isEditable={!isPending}
          terms={isNotServed ? [] : terms}
          details={
            has('quotes') && (
              <Suspense fallback={null}>
                <CheckoutQuote
                  state={quote}
                  capabilities={known ?? []}
                  postalCode={postalCode}
                  offerCode={offerCode}
                  setOfferCode={setOfferCode}
                />
              </Suspense>
            )
          }
        >
          {message && <Alert>{message}</Alert>}
        </OrderSummary>
        <div className="checkout-bar">
          <p className="lg:hidden">
            <span className="block text-sm text-muted">{t('To pay')}</span>
            <strong className="tabular-nums">{formatPrice(total.total / 100)}</strong>
          </p>
          <SubmitButton isPending={isPending} pendingText={t('Creating order...')}>
            {t('Create Order')}
          </SubmitButton>
        </div>
      </div>
    </form>
  )
}

/** The address as it was left, with the PIN code of this visit. */
function readDraft(): ShippingAddress {
  const draft = readCheckoutDraft()
  return { ...draft, postalCode: draft.postalCode || (readVisitPinCode() ?? '') }
}

function readAddress(form: HTMLFormElement): ShippingAddress {
  const data = new FormData(form)
  return addressOf((name) => data.get(name))
}

function blankErrors(address: ShippingAddress): FormErrors {
  return Object.fromEntries(blankFields(address).map((name) => [name, checkoutMessages.missing[name]]))
}
