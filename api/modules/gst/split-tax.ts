import { basisPoints } from './rates.ts'

/** What an amount with tax consists of, in paise. */
export interface TaxParts {
  taxable: number
  cgst: number
  sgst: number
  igst: number
}

/**
 * Splits an amount that includes tax of `rate` percent: each tax rounds to the paisa, halves up, CGST and the state's tax are
 * equal, and the taxable value takes the rest, so that the parts add up to the amount. docs/gst.md#rounding
 */
export function splitTax(amount: number, rate: number, isInterState: boolean): TaxParts {
  const points = basisPoints(rate)
  const whole = 10_000 + points
  if (isInterState) {
    const igst = roundHalfUp(amount * points, whole)
    return { taxable: amount - igst, cgst: 0, sgst: 0, igst }
  }
  const half = roundHalfUp(amount * points, 2 * whole)
  return { taxable: amount - 2 * half, cgst: half, sgst: half, igst: 0 }
}

/** Both whole, their product below 2^52. */
function roundHalfUp(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor))
}
