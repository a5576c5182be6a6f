import { useState, type SubmitEvent } from 'react'

import { isUnauthorized, refusalOf } from '../../lib/api-client/errors.ts'
import { requestReturn } from '../../lib/api-client/orders.ts'
import { addToCart } from '../../lib/cart/cart-store.ts'
import { loadOtherSizes, type SizedLine } from '../../lib/cart/other-sizes.ts'
import { formatPrice } from '../../lib/catalogue/money.ts'
import { choiceText } from '../../lib/catalogue/product-text.ts'
import { draftAddressOf } from '../../lib/checkout/order-draft.ts'
import type { ReceivedOrder } from '@tanabana/contract/order.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { exchangeMessages, returnMessages, wayBackMessages } from '../../lib/orders/return-messages.ts'
import { canExchange, type OrderItem } from '../../lib/orders/order.ts'
import { buttonClasses, inputClasses, panelClasses } from '../../styles/classes.ts'
import { FieldFrame } from '../ui/Field.tsx'
import { SubmitButton } from '../ui/Form.tsx'
import { Alert, Placeholder, useLoad } from '../ui/Loading.tsx'
import { formText, useSubmit } from '../ui/use-form.ts'
import type { OrderActionsProps } from './order-actions-props.ts'

/** A return that is requested, with the piece of this size in the cart. */
export interface Exchanged {
  size: string
}

interface Props extends OrderActionsProps {
  onExchanged: (order: ReceivedOrder, exchanged: Exchanged) => void
}

/** A piece that is in the cart, before the return of the old one is requested. */
interface AddedPiece {
  item: OrderItem
  line: SizedLine
}

/**
 * Asks for the return of a piece and puts another size of it into the cart. The piece stays in the cart when the request
 * fails, and the next press sends only the request. docs/requirements.md#1125-returns
 */
export function ExchangeForm({ order, client, capabilities, contactInfo, returnFees, onExchanged }: Props) {
  const items = order.items.filter(canExchange)
  const [itemId, setItemId] = useState(items[0]?.id)
  const [size, setSize] = useState<string>()
  const [added, setAdded] = useState<AddedPiece>()
  const [problem, setProblem] = useState<string>()
  const { isPending, message, submit } = useSubmit((error) =>
    isUnauthorized(error) ? undefined : (refusalOf(error) ?? returnMessages.failed),
  )
  const { loaded, reload } = useLoad(
    () => loadOtherSizes(client, items, capabilities),
    () => undefined,
  )
  const item = items.find(({ id }) => id === itemId)
  const lines = (loaded.status === 'ready' ? loaded.value.get(itemId ?? '') : undefined) ?? []
  const line = lines.find(({ selectedSize }) => selectedSize === size)

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const pieces = Number(formText(new FormData(event.currentTarget), 'quantity')) || 1
    void submit(async () => {
      const piece = added ?? addPiece(pieces)
      if (!piece) return
      const { selectedSize, quantity } = piece.line
      const old = piece.item.selectedSize ?? ''
      const changed = await requestReturn(client, order.id, {
        items: [{ id: piece.item.id, quantity }],
        reason: fill(t(exchangeMessages.reason), { size: selectedSize, old }),
        ...(contactInfo !== undefined && { contactInfo }),
      })
      draftAddressOf(changed)
      onExchanged(changed, { size: selectedSize })
    })
  }

  function addPiece(quantity: number): AddedPiece | undefined {
    if (!item || !line) {
      setProblem(exchangeMessages.nothingChosen)
      return undefined
    }
    const piece = { item, line: { ...line, quantity } }
    if (!addToCart(piece.line)) {
      setProblem(exchangeMessages.nothing)
      return undefined
    }
    setAdded(piece)
    return piece
  }

  if (loaded.status === 'failed') {
    return (
      <div className={`${panelClasses} grid justify-items-start gap-4`}>
        <Alert>{exchangeMessages.loadFailed}</Alert>
        <button type="button" onClick={reload} className={buttonClasses.secondary}>
          {t('Try Again')}
        </button>
      </div>
    )
  }
  const failure = added && message !== undefined ? cartOnlyText(added, message) : (problem ?? message)
  return (
    <form
      noValidate
      onSubmit={handleSubmit}
      onInput={() => setProblem(undefined)}
      aria-label={t('Another size')}
      aria-busy={loaded.status === 'loading' || undefined}
      className={`${panelClasses} grid gap-4`}
    >
      <p className="text-sm text-muted">{t(exchangeMessages.intro)}</p>
      {!added && (
        <>
          <FieldFrame label={t('Item')}>
            {(control) => (
              <select
                {...control}
                value={itemId}
                onChange={({ target }) => {
                  setItemId(target.value)
                  setSize(undefined)
                }}
                className={inputClasses}
              >
                {items.map((one) => (
                  <option key={one.id} value={one.id}>
                    {[one.name ?? t('Item'), choiceText(one)].filter(Boolean).join(' · ')}
                  </option>
                ))}
              </select>
            )}
          </FieldFrame>
          {loaded.status === 'loading' ? (
            <Placeholder className="h-11 w-2/3" />
          ) : (
            <SizeChoice lines={lines} name={item?.name ?? t('Item')} size={size} onChoose={setSize} />
          )}
          {line && line.quantity > 1 && <Pieces max={line.quantity} />}
        </>
      )}
      {line && (
        <p className="text-sm">
          {fill(t(exchangeMessages.price), { price: formatPrice(line.price) })} {t(exchangeMessages.payment)}
        </p>
      )}
      {failure !== undefined && <Alert>{failure}</Alert>}
      {returnFees && <p className="text-sm text-muted">{t(wayBackMessages[returnFees])}</p>}
      {(added !== undefined || lines.length > 0) && (
        <SubmitButton isPending={isPending} pendingText={t('Sending...')}>
          {t(added ? 'Ask for the return' : 'Ask for the return and add to cart')}
        </SubmitButton>
      )}
    </form>
  )
}

function cartOnlyText({ line }: AddedPiece, problem: string): string {
  return fill(t(exchangeMessages.cartOnly), { size: t(line.selectedSize), problem: t(problem) })
}

interface SizeChoiceProps {
  lines: readonly SizedLine[]
  name: string
  size: string | undefined
  onChoose: (size: string) => void
}

/** The sizes that are in stock, as a radio group. */
function SizeChoice({ lines, name, size, onChoose }: SizeChoiceProps) {
  if (lines.length === 0) return <p>{t(exchangeMessages.noSizes)}</p>
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{fill(t('Size of {name}'), { name })}</legend>
      <div className="flex flex-wrap gap-2">
        {lines.map(({ selectedSize }) => (
          <label
            key={selectedSize}
            className="has-[:checked]:ring-1 has-[:checked]:ring-accent inline-flex min-h-target cursor-pointer items-center gap-2 rounded border border-muted bg-raised px-3 has-[:checked]:border-accent"
          >
            <input
              type="radio"
              name="size"
              value={selectedSize}
              checked={size === selectedSize}
              onChange={() => onChoose(selectedSize)}
              className="size-5 shrink-0"
            />
            {t(selectedSize)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Pieces({ max }: { max: number }) {
  return (
    <FieldFrame label={t('Quantity')}>
      {(control) => (
        <select {...control} name="quantity" defaultValue="1" className={inputClasses}>
          {Array.from({ length: max }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
