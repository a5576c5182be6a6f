import { useEffect, useState, type SubmitEvent } from 'react'

import { keepCheckoutDraft, readCheckoutDraft } from '../../lib/browser/checkout-draft.ts'
import type { CartLine } from '../../lib/domain/cart.ts'
import { addressOf, blankFields } from '../../lib/domain/checkout.ts'
import type { FormErrors } from '../../lib/domain/form-errors.ts'
import { isUnauthorized, refusalOf } from '../../lib/errors.ts'
import { checkoutMessages } from '../../lib/messages/checkout.ts'
import { t } from '../../lib/messages/translate.ts'
import type { ShippingAddress } from '../../lib/schemas/requests.ts'
import type { Capability } from '../../lib/schemas/store-info.ts'
import { $cart } from '../../lib/stores/cart.ts'
import { addErrorToast } from '../../lib/stores/toasts.ts'
import { Alert } from '../ui/Alert.tsx'
import { SubmitButton } from '../ui/SubmitButton.tsx'
import { useFormErrors } from '../ui/use-form-errors.ts'
import { useStoreClient } from '../ui/use-store-client.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { BriefSummary, OrderSummary } from './OrderSummary.tsx'
import { ShippingFields } from './ShippingFields.tsx'

interface Props {
  lines: CartLine[]
  /** Rupees. */
  total: number
  capabilities: Capability[] | undefined
  onOrdered: () => void
}

/** What makes the order comes after the form, which needs none of it. */
const loadSending = () => import('../../lib/browser/place-order.ts')

/** Makes an order of the cart and goes on to its payment; a failure keeps cart and form. §2, §5 Checkout */
export function CheckoutForm({ lines, total, capabilities, onOrdered }: Props) {
  const client = useStoreClient('protected')
  const [draft] = useState(readCheckoutDraft)
  const { errors, check, recheck } = useFormErrors((form) => blankErrors(readAddress(form)))
  const { isPending, message, submit } = useSubmit((error) => {
    if (isUnauthorized(error)) return undefined
    addErrorToast(checkoutMessages.orderError)
    return refusalOf(error) || checkoutMessages.orderFailed
  })

  // While the shopper types.
  useEffect(() => void loadSending().catch(() => undefined), [])

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (isPending) return
    const form = event.currentTarget
    // Another tab may have emptied the cart a moment ago.
    if ($cart.get().length === 0) return addErrorToast(checkoutMessages.cartEmpty)
    if (!check(form)) return addErrorToast(checkoutMessages.fieldsMissing)
    const address = readAddress(form)
    void submit(async () => {
      const { placeOrder } = await loadSending()
      await placeOrder({ client, address, capabilities, onOrdered })
      return 'leaving'
    })
  }

  return (
    <form
      method="post"
      noValidate
      aria-label={t('Checkout')}
      onSubmit={handleSubmit}
      onInput={(event) => {
        keepCheckoutDraft(readAddress(event.currentTarget))
        recheck(event)
      }}
      className="grid gap-8 lg:grid-cols-3 lg:items-start lg:gap-12"
    >
      <BriefSummary lines={lines} total={total} />
      <ShippingFields draft={draft} errors={errors} />
      <OrderSummary lines={lines} total={total}>
        {message && <Alert>{message}</Alert>}
        <SubmitButton isPending={isPending} pendingText={t('Creating order...')}>
          {t('Create Order')}
        </SubmitButton>
      </OrderSummary>
    </form>
  )
}

function readAddress(form: HTMLFormElement): ShippingAddress {
  const data = new FormData(form)
  return addressOf((name) => data.get(name))
}

function blankErrors(address: ShippingAddress): FormErrors {
  return Object.fromEntries(blankFields(address).map((name) => [name, checkoutMessages.missing[name]]))
}
