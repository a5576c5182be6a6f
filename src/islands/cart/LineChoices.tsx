import { type MouseEvent, useId, useState } from 'react'
import { flushSync } from 'react-dom'

import { chooseForLine } from '../../lib/cart/cart-actions.ts'
import type { CartLine, LineChoice } from '../../lib/cart/cart.ts'
import type { CurrentProduct, LineIssues } from '../../lib/cart/line-issues.ts'
import { lineMessages } from '../../lib/cart/messages.ts'
import { fill, t } from '../../lib/i18n/translate.ts'

interface Props {
  line: CartLine
  product: CurrentProduct | undefined
  issues: LineIssues
}

/** Offers the missing size and colour of a line, and explains why a line can't be ordered. */
export function LineChoices({ line, product, issues }: Props) {
  if (issues.removal) {
    return <p className="mt-2 text-sm text-danger">{t(lineMessages.removal[issues.removal])}</p>
  }
  if (product === undefined || product === 'gone') return null
  const { sizes, colors, soldOut } = product
  return (
    <>
      <ChoiceButtons
        label={fill(t('Size of {name}'), { name: line.name })}
        message={issues.size && lineMessages.size[issues.size]}
        values={sizes}
        soldOut={soldOut}
        chosen={line.selectedSize}
        onChoose={(selectedSize) => choose({ selectedSize })}
      />
      <ChoiceButtons
        label={fill(t('Colour of {name}'), { name: line.name })}
        message={issues.color && lineMessages.color[issues.color]}
        values={colors}
        soldOut={[]}
        chosen={line.selectedColor}
        onChoose={(selectedColor) => choose({ selectedColor })}
      />
    </>
  )

  function choose(choice: LineChoice): void {
    chooseForLine(line, choice)
  }
}

interface ChoiceProps {
  label: string
  /** Reason for the choice; `undefined` when none is needed. */
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
          {fill(t(message), { choice: chosen ?? '' })}
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
            {value}
            {soldOut.includes(value) && <small className="block text-xs">{t('Sold out')}</small>}
          </button>
        ))}
      </div>
    </div>
  )
}
