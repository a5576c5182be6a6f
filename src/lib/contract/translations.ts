import * as z from 'zod/mini'

import { receivedMap, optionalText } from './received.ts'
import type { Language } from './store-info.ts'

const texts = z.catch(receivedMap(z.catch(optionalText, undefined)), {})

const translationsSchema = z.object({
  /** Texts of the shop, such as categories and highlights, by their text in the shop's first language. */
  texts,
  /** HTML by policy. */
  policies: texts,
  /** Title and description of products by title. */
  products: z.catch(
    receivedMap(z.catch(z.optional(z.object({ title: optionalText, description: optionalText })), undefined)),
    {},
  ),
})

/** Texts of a shop in one language, beyond the specification. docs/requirements.md#1128-translations */
export type Translations = z.output<typeof translationsSchema>

const perLanguage = z.catch(receivedMap(z.catch(z.optional(translationsSchema), undefined)), {})

/** Reads the `translations` of store info for a language; `undefined` without any. */
export function readTranslations(received: unknown, language: Language): Translations | undefined {
  return perLanguage.parse(received)[language]
}
