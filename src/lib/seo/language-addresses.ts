import { FIRST_LANGUAGE, LANGUAGE_CODES, readLanguage, type Language } from '@tanabana/contract/store-info.ts'

export interface LanguageAddress {
  language: Language | 'x-default'
  path: string
}

/** Returns the language of the shop's addresses without a prefix. */
export function shopLanguage(store: { language?: unknown } | undefined): Language {
  return readLanguage(store?.language) ?? FIRST_LANGUAGE
}

/** Returns a page's path in a language: with a prefix such as `/hi`, but without one in the shop's first language. */
export function pathInLanguage(path: string, language: Language, first: Language): string {
  if (language === first) return path
  return path === '/' ? `/${language}` : `/${language}${path}`
}

/** Returns the paths of a page in every language, and the one for all other shoppers. */
export function languageAddresses(path: string, first: Language): LanguageAddress[] {
  return [
    ...LANGUAGE_CODES.map((language) => ({ language, path: pathInLanguage(path, language, first) })),
    { language: 'x-default', path },
  ]
}
