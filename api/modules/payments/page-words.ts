import { getCookie } from 'hono/cookie'

import { LANGUAGE_COOKIE } from '@tanabana/contract/constants.ts'
import { FIRST_LANGUAGE, readLanguage, type Language } from '@tanabana/contract/store-info.ts'
import type { AppContext } from '../../http/context.ts'
import { languageOf } from '../../http/language.ts'

const en = {
  toPayment: 'Taking you to the payment page',
  toShop: 'Taking you back to the shop',
  moment: 'This takes a moment.',
  continue: 'Continue',
  notice: 'Sandbox: no money moves.',
  approve: 'Approve payment',
  decline: 'Decline payment',
  pay: (shop: string) => `Pay ${shop}`,
  payUpi: (payee: string) => `UPI payment to ${payee}`,
  order: 'Order',
  amount: 'Amount',
  approved: 'Payment approved',
  approvedNext: "The shop's page updates automatically.",
  declined: 'Payment declined',
  declinedNext: 'The order is still unpaid. Try again in the shop.',
  find: 'Find a UPI payment',
  orderNumber: 'Order number',
  findButton: 'Find the payment',
  notFound: 'No payment was started for this order.',
}

export type PageWords = typeof en

const hi: PageWords = {
  toPayment: 'आपको भुगतान के पेज पर ले जा रहे हैं',
  toShop: 'आपको वापस दुकान पर ले जा रहे हैं',
  moment: 'इसमें थोड़ा समय लगता है।',
  continue: 'आगे बढ़ें',
  notice: 'यह सिर्फ़ जाँच है: कोई पैसा नहीं कटेगा।',
  approve: 'भुगतान मंज़ूर करें',
  decline: 'भुगतान नामंज़ूर करें',
  pay: (shop) => `${shop} को भुगतान करें`,
  payUpi: (payee) => `${payee} को UPI से भुगतान`,
  order: 'ऑर्डर',
  amount: 'राशि',
  approved: 'भुगतान मंज़ूर हुआ',
  approvedNext: 'दुकान का पेज अपने आप बदल जाएगा।',
  declined: 'भुगतान नामंज़ूर हुआ',
  declinedNext: 'ऑर्डर का भुगतान अभी बाकी है। दुकान में फिर से कोशिश करें।',
  find: 'UPI भुगतान खोजें',
  orderNumber: 'ऑर्डर नंबर',
  findButton: 'भुगतान खोजें',
  notFound: 'इस ऑर्डर के लिए कोई भुगतान शुरू नहीं हुआ है।',
}

const WORDS: Record<Language, PageWords> = { en, hi }

/**
 * The words of a page of the payment flow, in the language of the shop's pages. Their cookie comes where API and shop have
 * one host, as on a local machine; elsewhere the browser's language decides.
 */
export function pageWords(c: AppContext): { language: Language; words: PageWords } {
  const language = readLanguage(getCookie(c, LANGUAGE_COOKIE)) ?? languageOf(c) ?? FIRST_LANGUAGE
  return { language, words: WORDS[language] }
}
