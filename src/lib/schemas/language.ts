/** Languages of the pages. To add one, see docs/languages.md */
export const LANGUAGES = { en: 'English', hi: 'हिन्दी' } as const

export type Language = keyof typeof LANGUAGES

/** Default when neither the shop nor the shopper chooses a language. */
export const FIRST_LANGUAGE: Language = 'en'

/** Returns the language that a record, form or cookie names; `undefined` for an unknown one. */
export function readLanguage(name: unknown): Language | undefined {
  return name === 'en' || name === 'hi' ? name : undefined
}
