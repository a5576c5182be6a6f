import type { TranslationMessages } from 'ra-core'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import englishOfLibrary from 'ra-language-english'

import { LOCALES } from './locales.ts'

const LANGUAGE_KEY = 'console-language'

/** The i18n provider; texts of the console are keyed by their English sentence, as in the storefront. */
export async function createI18nProvider(language = chosenLanguage()) {
  // A text without Hindi shows in English.
  const hindi = async () => (await import('./hindi.ts')).hindi as unknown as TranslationMessages
  const initial = language === 'hi' ? await hindi() : englishOfLibrary
  rememberLanguage(language)
  return polyglotI18nProvider(
    (locale) => {
      rememberLanguage(locale)
      if (locale === language) return initial
      return locale === 'hi' ? hindi() : englishOfLibrary
    },
    language,
    LOCALES,
    { allowMissing: true },
  )
}

/** The language that was chosen on this device, else that of the browser. */
function chosenLanguage(): string {
  const chosen = localStorage.getItem(LANGUAGE_KEY) ?? navigator.language.slice(0, 2)
  return chosen === 'hi' ? 'hi' : 'en'
}

function rememberLanguage(language: string): void {
  document.documentElement.lang = language
  localStorage.setItem(LANGUAGE_KEY, language)
}
