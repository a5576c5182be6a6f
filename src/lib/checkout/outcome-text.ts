import type { Quote } from '@tanabana/contract/quote.ts'
import { formatDate } from '../i18n/date-text.ts'
import { fill, t, type ToastText } from '../i18n/translate.ts'
import { deliveryMessages } from '../quote/messages.ts'
import { offerRefusalText, rupees } from '../quote/quote-text.ts'
import { outcomeMessages } from './outcome-messages.ts'
import type { OrderOutcome, ShownOrder } from './place-order.ts'

type Explained = Exclude<OrderOutcome['kind'], 'leaving' | 'line'>

/**
 * Returns why no order was created. `now` is what the page says after it, in paise, by the fresh quote; `postalCode` the
 * PIN code as it was typed.
 */
export function outcomeToast(
  kind: Explained,
  shown: ShownOrder,
  now: { total: number; quote: Quote | undefined; postalCode: string },
): ToastText {
  const { total, quote, postalCode } = now
  switch (kind) {
    case 'not-delivered':
      return {
        title: fill(t(deliveryMessages.notServed), { code: shown.question.postalCode ?? postalCode }),
        body: t(deliveryMessages.notServedHelp),
      }
    case 'phone':
      return outcomeMessages.phoneInvalid
    case 'offer': {
      const { title, body } = outcomeMessages.offerRefused
      const reason = quote && offerRefusalText(quote, shown.question.offerCode ?? '')
      return { title: reason || title, body: fill(t(body), { total: rupees(total) }) }
    }
    case 'later': {
      const { title, body } = outcomeMessages.deliveryChanged
      const date = formatDate(quote?.delivery?.by)
      return { title, body: date ? fill(t(body), { date }) : outcomeMessages.cartChanged.body }
    }
    case 'method':
      return outcomeMessages.methodsChanged
    case 'changed': {
      if (total === shown.total) return outcomeMessages.cartChanged
      const { title, body } = outcomeMessages.totalChanged
      return { title, body: fill(t(body), { total: rupees(total) }) }
    }
  }
}
