import { type MouseEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'

import { chooseForLine } from '../../lib/cart/cart-actions.ts'
import type { CartLine } from '../../lib/cart/cart.ts'
import { type CurrentProduct, hasIssues, type LineIssues } from '../../lib/cart/line-issues.ts'
import { lineMessages } from '../../lib/cart/messages.ts'
import { stockText } from '../../lib/catalogue/product-text.ts'
import {
  type Choices,
  choicesOfLine,
  chosenVariant,
  lineChoice,
  valueState,
  variantOfLine,
} from '../../lib/catalogue/variants.ts'
import { isColorOption, isSizeName } from '@tanabana/contract/attribute-names.ts'
import { fill, sentenceText, t } from '../../lib/i18n/translate.ts'

interface Props {
  line: CartLine
  product: CurrentProduct | undefined
  issues: LineIssues
  /** Pieces left by the quote of the line. */
  left?: number | undefined
}

/** Offers the missing choices of a line, and explains why a line can't be ordered. */
export function LineChoices({ line, product, issues, left }: Props) {
  if (issues.removal) {
    return <p className="mt-2 text-sm text-danger">{t(lineMessages.removal[issues.removal])}</p>
  }
  if (issues.refused) {
    return (
      <p tabIndex={-1} data-line-issue="" className="mt-2 text-sm text-danger focus:outline-none">
        {sentenceText(issues.refused)}
      </p>
    )
  }
  if (product === undefined || product === 'gone')
    return <StockNote line={line} issues={issues} left={left} />
  if (product.variants.length > 0)
    return <OptionChoices line={line} product={product} issues={issues} left={left} />
  const { sizes, colors, soldOut } = product
  return (
    <>
      <ChoiceButtons
        label={fill(t('Size of {name}'), { name: line.name })}
        message={issues.size && t(lineMessages.size[issues.size])}
        values={sizes}
        soldOut={soldOut}
        chosen={line.selectedSize}
        onChoose={(selectedSize) => chooseForLine(line, { selectedSize })}
      />
      <ChoiceButtons
        label={fill(t('Colour of {name}'), { name: line.name })}
        message={issues.color && t(lineMessages.color[issues.color])}
        values={colors}
        soldOut={[]}
        chosen={line.selectedColor}
        onChoose={(selectedColor) => chooseForLine(line, { selectedColor })}
      />
    </>
  )
}

/** The options of a product with variants; the last choice decides on variant, price and picture. */
function OptionChoices({
  line,
  product,
  issues,
  left,
}: Props & { product: Exclude<CurrentProduct, 'gone'> }) {
  const { options, variants } = product
  const choices = choicesOfLine(line, options)
  const variant = variantOfLine(line, product)
  return (
    <>
      {options.map(({ name, values }) => (
        <ChoiceButtons
          key={name}
          label={fill(t('{option} of {name}'), { option: t(name), name: line.name })}
          message={messageOf(name)}
          values={values}
          soldOut={values.filter((value) => valueState(variants, choices, name, value) === 'sold-out')}
          chosen={choices[name]}
          onChoose={(value) => choose(name, value)}
        />
      ))}
      <StockNote line={line} issues={issues} left={left ?? variant?.stock} />
    </>
  )

  function messageOf(name: string): string | undefined {
    if (isSizeName(name)) return issues.size && t(lineMessages.size[issues.size])
    if (isColorOption(name)) return issues.color && t(lineMessages.color[issues.color])
    const issue = issues.option
    if (!issue || (issue === 'missing' && choices[name] !== undefined)) return undefined
    return fill(t(lineMessages.option[issue]), { option: t(name) })
  }

  function choose(name: string, value: string): void {
    const single = Object.fromEntries(options.map((option) => [option.name, onlyValue(option.values)]))
    const now = { ...single, ...definedOnly(choices), [name]: value }
    const variant = chosenVariant(product, now)
    chooseForLine(line, {
      ...lineChoice(now),
      variantId: variant?.id,
      ...(variant && { price: variant.price }),
      ...(variant?.images[0] && { image: variant.images[0] }),
    })
  }
}

/** How few pieces are left, when the line has more of them or all. */
function StockNote({ line, issues, left = 0 }: Pick<Props, 'line' | 'issues' | 'left'>) {
  if (issues.stock) {
    return (
      <p tabIndex={-1} data-line-issue="" className="mt-2 text-sm text-danger focus:outline-none">
        {fill(t(lineMessages.stock), { count: issues.left ?? left })}
      </p>
    )
  }
  if (hasIssues(issues) || line.quantity !== left) return null
  return <p className="mt-2 text-sm text-muted">{stockText({ stock: left, isAvailable: true })}</p>
}

function onlyValue(values: string[]): string | undefined {
  return values.length === 1 ? values[0] : undefined
}

function definedOnly(choices: Choices): Choices {
  return Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined))
}

interface ChoiceProps {
  label: string
  /** Translated reason for the choice; `undefined` when none is needed. */
  message: string | undefined
  values: string[]
  soldOut: string[]
  chosen: string | undefined
  onChoose: (value: string) => void
}

/** Stays after a choice, so that it can be changed. Buttons instead of a select, whose value arrow keys would change. */
function ChoiceButtons({ label, message, values, soldOut, chosen, onChoose }: ChoiceProps) {
  const messageId = useId()
  const [wasAsked, setWasAsked] = useState(false)
  if (message && !wasAsked) setWasAsked(true)
  if (!message && !wasAsked) return null
  /** Keeps the focus in the list when the line merges with another and its button disappears. */
  function choose({ currentTarget: button }: MouseEvent<HTMLButtonElement>, value: string): void {
    const list = button.closest('ul')
    flushSync(() => onChoose(value))
    if (!button.isConnected) list?.focus()
  }

  const firstOpen = values.find((value) => !soldOut.includes(value))
  return (
    <div
      role="group"
      aria-label={label}
      aria-describedby={message && messageId}
      className="mt-2 grid justify-items-start gap-2"
    >
      {message && (
        <p id={messageId} className={chosen ? 'text-sm text-danger' : 'text-sm font-medium'}>
          {fill(message, { choice: chosen ? t(chosen) : '' })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {values.map((value) => (
          <button
            key={value}
            type="button"
            disabled={soldOut.includes(value)}
            aria-pressed={value === chosen}
            data-line-issue={message && value === firstOpen ? '' : undefined}
            onClick={(event) => choose(event, value)}
            className="min-h-target min-w-target rounded border border-muted px-3 py-1 text-sm hover:border-ink disabled:cursor-not-allowed disabled:opacity-50 aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-surface"
          >
            {t(value)}
            {soldOut.includes(value) && <small className="block text-xs">{t('Sold out')}</small>}
          </button>
        ))}
      </div>
    </div>
  )
}
