/** The languages that pages are written in. A further one: docs/languages.md */
export const LANGUAGES = { en: 'English', hi: 'हिन्दी' } as const

export type Language = keyof typeof LANGUAGES

/** Where a shop or a shopper chooses none. */
export const FIRST_LANGUAGE: Language = 'en'

/** What a record, a form or a cookie names, when pages are written in it. */
export function readLanguage(name: unknown): Language | undefined {
  return name === 'en' || name === 'hi' ? name : undefined
}
