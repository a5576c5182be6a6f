import type { GstRate } from '../../db/store-record.ts'

/** Since 22 September 2025. docs/gst.md#rates */
const SINCE = '2025-09-22'

/** Apparel, made-ups and footwear: the rate follows the value of a piece, or of a pair. */
const BY_VALUE = ['61', '62', '63', '64']

/** Sarees and other woven or knitted fabrics. */
const FABRICS = [
  ...['5007', '5111', '5112', '5113', '5208', '5209', '5210', '5211', '5212', '5309', '5310', '5311'],
  ...['5407', '5408', '5512', '5513', '5514', '5515', '5516', '60'],
]

/** Rates of a shop without a table of its own. */
export const DEFAULT_RATES: readonly GstRate[] = [
  ...BY_VALUE.flatMap((hsn) => [
    { hsn, rate: 5, since: SINCE },
    { hsn, above: 2500, rate: 18, since: SINCE },
  ]),
  ...FABRICS.map((hsn) => ({ hsn, rate: 5, since: SINCE })),
]

/** The net price of all pieces of a line, with tax, in paise. */
interface Priced {
  amount: number
  quantity: number
}

export interface FoundRate {
  /** Percent. */
  rate: number
  /** The value of a piece, without tax, is in no slab at the slab's own rate. docs/gst.md#rates */
  isBetweenSlabs: boolean
}

/**
 * The rate of a line on `day` (India, `2026-11-26`): that of the rows with the longest HSN prefix and the newest date. Of
 * their slabs, the lowest one whose upper end the value of a piece does not pass when its own rate is taken off.
 * `undefined` where the table has no row.
 */
export function findRate(
  table: readonly GstRate[],
  hsn: string | null,
  priced: Priced,
  day: string,
): FoundRate | undefined {
  if (hsn === null) return undefined
  const valid = table.filter((row) => hsn.startsWith(row.hsn) && row.since <= day)
  const longest = Math.max(...valid.map((row) => row.hsn.length))
  const prefixed = valid.filter((row) => row.hsn.length === longest)
  const newest = prefixed
    .map(({ since }) => since)
    .toSorted()
    .at(-1)
  const slabs = prefixed
    .filter(({ since }) => since === newest)
    .toSorted((one, other) => (one.above ?? 0) - (other.above ?? 0))
  const found = slabs.find((slab, index) => {
    const next = slabs[index + 1]
    return next === undefined || !exceeds(priced, slab.rate, next.above ?? 0)
  })
  if (!found) return undefined
  const { above = 0, rate } = found
  return { rate, isBetweenSlabs: above > 0 && !exceeds(priced, rate, above) }
}

/** Whether a piece, without tax of `rate` percent, costs more than `rupees`. Exact: no division. */
function exceeds({ amount, quantity }: Priced, rate: number, rupees: number): boolean {
  const value = BigInt(amount) * 10_000n
  const limit = BigInt(Math.round(rupees * 100)) * BigInt(quantity) * BigInt(10_000 + basisPoints(rate))
  return value > limit
}

/** Percent with two decimals as a whole number. */
export function basisPoints(rate: number): number {
  return Math.round(rate * 100)
}
