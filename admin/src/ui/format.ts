import { formatDate, formatDateTime, type Moment } from '@tanabana/contract/dates.ts'
import { useLocale } from 'ra-core'

const LOCALES: Record<string, string> = { hi: 'hi-IN-u-nu-latn' }

/** Formats of amounts in rupees and of moments, in the console's language. */
export function useFormats() {
  const locale = LOCALES[useLocale()] ?? 'en-IN'
  const rupees = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: 0,
  })
  return {
    money: (amount: number) => rupees.format(amount),
    date: (moment: Moment) => formatDate(moment, locale) ?? '',
    dateTime: (moment: Moment) => formatDateTime(moment, locale) ?? '',
  }
}

/** The moment at which a day begins in India. */
export const startOfDay = (day: string) => (day ? `${day}T00:00:00+05:30` : '')
