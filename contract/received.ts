import * as z from 'zod/mini'

/**
 * Shared parts of response schemas. Absent and `null` both mean "not given", because back ends differ; numeric ids
 * become texts. `zod/mini` keeps the browser bundle small.
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

/** Text, or a number as text; `undefined` for anything else. Never fails. */
export const tolerantText = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => {
    if (typeof value === 'number') return String(value)
    return typeof value === 'string' && value !== '' ? value : undefined
  }),
)

/** Numeric text, with an optional rupee sign and grouping commas. */
const NUMBER_TEXT = /^(?:₹|rs\.?|inr)?\s*(-?\d+|-?\d{1,3}(?:,\d{2,3}){0,6},\d{3})(\.\d{1,6})?$/i

/** A finite number, or a text such as "1,499.00"; `undefined` for anything else. Never fails. */
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

/** An object with any keys whose values match `value`. `z.record` is larger in the browser bundle. */
export function receivedMap<T extends z.ZodMiniType>(value: T) {
  return z.catchall(z.object({}), value)
}

/** A list without its invalid items: one bad product must not empty a page. Fails for anything but a list. */
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

/** Like `readableItems`, for a list that may be absent. */
export function readableList<T extends z.ZodMiniType>(item: T) {
  return z.pipe(
    z.nullish(readableItems(item)),
    z.transform((list) => list ?? []),
  )
}

/**
 * Accepts `{ data: … }` and the bare value. Create it once per schema: creation costs more than parsing.
 * docs/requirements.md#104-two-readings-of-responses
 */
export function wrappedOrBare<T extends z.ZodMiniType>(inner: T) {
  return z.pipe(
    z.transform((received) =>
      typeof received === 'object' && received !== null && 'data' in received ? received.data : received,
    ),
    inner,
  )
}
