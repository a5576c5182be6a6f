import type { Quote } from '@tanabana/contract/quote.ts'
import { formatDate } from '../i18n/date-text.ts'
import { fill, t, type ToastText } from '../i18n/translate.ts'
import { deliveryMessages } from '../quote/messages.ts'
import { offerRefusalText, rupees } from '../quote/quote-text.ts'
import { checkoutMessages } from './messages.ts'
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
      return checkoutMessages.phoneInvalid
    case 'offer': {
      const { title, body } = checkoutMessages.offerRefused
      const reason = quote && offerRefusalText(quote, shown.question.offerCode ?? '')
      return { title: reason || title, body: fill(t(body), { total: rupees(total) }) }
    }
    case 'later': {
      const { title, body } = checkoutMessages.deliveryChanged
      const date = formatDate(quote?.delivery?.by)
      return { title, body: date ? fill(t(body), { date }) : checkoutMessages.cartChanged.body }
    }
    case 'method':
      return checkoutMessages.methodsChanged
    case 'changed': {
      if (total === shown.total) return checkoutMessages.cartChanged
      const { title, body } = checkoutMessages.totalChanged
      return { title, body: fill(t(body), { total: rupees(total) }) }
    }
  }
}
