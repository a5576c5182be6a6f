import * as z from 'zod/mini'

/**
 * Pieces shared by what is received. Absent and `null` both mean "not given", because back ends differ in which of
 * the two they write; ids may come as numbers and are texts inside.
 *
 * `zod/mini` is the same library at a third of the weight: these schemas travel to the browser.
 */

export const receivedId = z.pipe(
  z.union([z.string().check(z.minLength(1)), z.number()]),
  z.transform((id) => String(id)),
)

/** Text, or empty when absent. */
export const receivedText = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text ?? ''),
)

/** Text, or `undefined` when absent or empty. */
export const optionalText = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text || undefined),
)

/** Text, or a number as text; `undefined` for anything else, which is never refused. */
export const tolerantText = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => {
    if (typeof value === 'number') return String(value)
    return typeof value === 'string' && value !== '' ? value : undefined
  }),
)

/** What a text must be to count as a number: rupee sign and grouping commas may stand in it. */
const NUMBER_TEXT = /^(?:₹|rs\.?|inr)?\s*(-?\d+|-?\d{1,3}(?:,\d{2,3}){0,6},\d{3})(\.\d{1,6})?$/i

/** A finite number, or a text such as "1,499.00"; `undefined` for anything else, which is never refused. */
export const tolerantNumber = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => {
    if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
    const match = typeof value === 'string' ? NUMBER_TEXT.exec(value.trim()) : undefined
    const [, whole, decimals = ''] = match ?? []
    return whole === undefined ? undefined : Number(whole.replaceAll(',', '') + decimals)
  }),
)

/** A list, or empty when absent. */
export function receivedList<T extends z.ZodMiniType>(item: T) {
  return z.pipe(
    z.nullish(z.array(item)),
    z.transform((list) => list ?? []),
  )
}

/** An object that is read as a map: any keys, each value by `value`. `z.record` weighs more in the browser. */
export function receivedMap<T extends z.ZodMiniType>(value: T) {
  return z.catchall(z.object({}), value)
}

/**
 * A list that leaves out what cannot be read: one bad product must not empty a page. Anything but a list is refused.
 */
export function readableItems<T extends z.ZodMiniType>(item: T) {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((list): z.output<T>[] =>
      list.flatMap((candidate) => {
        const result = z.safeParse(item, candidate)
        return result.success ? [result.data] : []
      }),
    ),
  )
}

/** The same for a list that may be absent. */
export function readableList<T extends z.ZodMiniType>(item: T) {
  return z.pipe(
    z.nullish(readableItems(item)),
    z.transform((list) => list ?? []),
  )
}

/**
 * `{ data: … }` and the bare value are both accepted. To be made once where much is read: it costs more than a reading.
 * docs/requirements.md#104-two-readings-of-responses
 */
export function wrappedOrBare<T extends z.ZodMiniType>(inner: T) {
  return z.pipe(
    z.transform((answer) =>
      typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer,
    ),
    inner,
  )
}
