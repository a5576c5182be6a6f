import * as z from 'zod/mini'

import { PAGE_SIZE } from '@tanabana/contract/constants.ts'
import { LISTING_PARAMETERS, type ListingParameter } from '@tanabana/contract/listing-parameters.ts'
import { LANGUAGE_CODES } from '@tanabana/contract/store-info.ts'

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

const cut = (value: string, length: number) => value.replaceAll('\0', '\uFFFD').slice(0, length)

/** A search text. Keeps a trailing space, which means that the last word is complete. */
export const words = (description: string) =>
  z.optional(
    z.pipe(
      z.string().check(z.describe(description)),
      z.transform((value) => value.replaceAll('\0', ' ').slice(0, SEARCH_MAX).trimStart()),
    ),
  )

/** Cuts long texts and replaces NUL: such a value matches nothing instead of being an error. */
const text = (description: string) =>
  z.optional(
    z.pipe(
      z.string().check(z.describe(description)),
      z.transform((value) => cut(value, TEXT_MAX)),
    ),
  )

/** Of the capability `translations`. */
export const language = z.catch(
  z.optional(
    z.enum(LANGUAGE_CODES).check(z.describe('Texts of products in this language, where they have them')),
  ),
  undefined,
)

/** Each kind of parameter. An invalid number or choice counts as absent. */
const SCHEMAS = {
  name: ({ description }) => text(description),
  words: ({ description }) => words(description),
  choice: ({ description, choices = [] }) =>
    z.catch(z.optional(z.enum(choices.map(String)).check(z.describe(description))), undefined),
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
