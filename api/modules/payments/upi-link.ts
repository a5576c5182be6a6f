import { formatAmount } from '../../rupees.ts'

/** Merchant category "family clothing stores". */
const MERCHANT_CATEGORY_CODE = '5651'
const REFERENCE_PATTERN = /^[A-Za-z0-9]{1,35}$/
const NOTE_MAX = 50

/**
 * A UPI payment link as payment apps read it: fixed amount with exactly 2 decimals, rupees. docs/requirements.md#131-upi
 *
 * Spaces are `%20`: `URLSearchParams` writes `+`, which apps show as a plus.
 *
 * @example upi://pay?pa=shop@bank&pn=Tana%20Bana&mc=5651&tr=4f7k…&tn=Order%207K3M-9Q2X-V0AB&am=1299.00&cu=INR
 * @throws {RangeError} a reference that is not 1 to 35 letters and digits, or an amount that is not positive
 */
export function upiLink(payment: {
  payeeUpiId: string
  payeeName: string
  reference: string
  note: string
  amountPaise: number
}): string {
  if (!REFERENCE_PATTERN.test(payment.reference)) {
    throw new RangeError('A UPI reference is 1 to 35 letters and digits.')
  }
  if (!Number.isSafeInteger(payment.amountPaise) || payment.amountPaise <= 0) {
    throw new RangeError('A UPI amount is a positive whole number of paise.')
  }
  const parameters = {
    pa: payment.payeeUpiId,
    pn: payment.payeeName,
    mc: MERCHANT_CATEGORY_CODE,
    tr: payment.reference,
    tn: payment.note.slice(0, NOTE_MAX),
    am: formatAmount(payment.amountPaise),
    cu: 'INR',
  }
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encode(value)}`)
  return `upi://pay?${query.join('&')}`
}

/** Also escapes characters that `encodeURIComponent` keeps and some apps misread. Keeps the `@` of a UPI id. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%40', '@')
}
