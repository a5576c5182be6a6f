import * as z from 'zod/mini'

import { PAGE_SIZE } from '@tanabana/contract/constants.ts'
import { LISTING_PARAMETERS, type ListingParameter } from '@tanabana/contract/listing-parameters.ts'
import { replaceControlCharacters } from '@tanabana/contract/text.ts'

const LIMIT_MAX = 100
const PAGE_MAX = 1_000_000
const TEXT_MAX = 500
const SEARCH_MAX = 200
const VALUES_MAX = 20
const VALUE_MAX = 60
const RUPEES_MAX = 100_000_000
const WHOLE: Record<string, { max: number; fallback: number }> = {
  page: { max: PAGE_MAX, fallback: 1 },
  limit: { max: LIMIT_MAX, fallback: PAGE_SIZE },
}

/** No stored text has control characters, so such a value matches nothing. */
const cut = (value: string, length: number) => replaceControlCharacters(value, '\uFFFD').slice(0, length)

/** A search text. Keeps a trailing space, which means that the last word is complete. */
export const words = (description: string) =>
  z.optional(
    z.pipe(
      z.string().check(z.describe(description)),
      z.transform((value) => replaceControlCharacters(value, ' ').slice(0, SEARCH_MAX).trimStart()),
    ),
  )

/** Cuts long texts. */
const text = (description: string) =>
  z.optional(
    z.pipe(
      z.string().check(z.describe(description)),
      z.transform((value) => cut(value, TEXT_MAX)),
    ),
  )

/** One of the choices; anything else counts as absent. */
export const choice = <Choice extends string>(description: string, choices: readonly Choice[]) =>
  z.catch(z.optional(z.enum(choices).check(z.describe(description))), undefined)

/** Each kind of parameter. An invalid number or choice counts as absent. */
const SCHEMAS = {
  name: ({ description }) => text(description),
  words: ({ description }) => words(description),
  choice: ({ description, choices = [] }) => choice(description, choices.map(String)),
  percent: ({ description, choices = [] }) =>
    z.catch(
      z.optional(
        z.coerce.number().check(
          z.describe(description),
          z.refine((percent) => choices.includes(percent)),
        ),
      ),
      undefined,
    ),
  // A single or repeated parameter; not separated by commas, because colours may contain them.
  values: ({ description }) =>
    z.prefault(
      z.pipe(
        z.array(z.string()).check(z.describe(description)),
        z.transform((list) =>
          [...new Set(list.map(toValue))].filter((value) => value !== '').slice(0, VALUES_MAX),
        ),
      ),
      [],
    ),
  rupees: ({ description }) =>
    z.catch(
      z.optional(z.coerce.number().check(z.describe(description), z.minimum(0), z.maximum(RUPEES_MAX))),
      undefined,
    ),
  whole: ({ name, description }) => {
    const { max, fallback } = WHOLE[name] ?? { max: PAGE_MAX, fallback: 1 }
    const number = z.coerce.number().check(z.describe(description), z.int(), z.minimum(1), z.maximum(max))
    return z.catch(number, fallback)
  },
} satisfies Record<ListingParameter['kind'], (parameter: ListingParameter) => z.ZodMiniType>

function toValue(value: string): string {
  return cut(value.trim().toLowerCase(), VALUE_MAX)
}

/** The schema of a listing's query. */
export function toQuerySchema(parameters: readonly ListingParameter[] = LISTING_PARAMETERS) {
  return z.object(
    Object.fromEntries(parameters.map((parameter) => [parameter.name, SCHEMAS[parameter.kind](parameter)])),
  )
}
