import * as z from 'zod/mini'

import { readableList, receivedId, receivedText } from './received.ts'

/** Suggestions for a search text, the most likely first. docs/requirements.md#116-suggestions */
export const receivedSuggestionsSchema = z.object({
  products: readableList(z.object({ id: receivedId, title: z.string().check(z.minLength(1)) })),
  subCategories: readableList(
    z.object({ category: receivedText, parentCategory: z.string().check(z.minLength(1)) }),
  ),
})

export type Suggestions = z.output<typeof receivedSuggestionsSchema>
