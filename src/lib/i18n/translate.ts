import type { Language } from '@tanabana/contract/store-info.ts'

/** Translations by English sentence. docs/languages.md */
export type Words = Record<string, string>

declare global {
  /**
   * Translations of the page; none in English. Set by <code>/browser.js before other scripts, and by
   * server/rendering/languages.ts for each page.
   */
  var pageWords: Words | undefined
  /** The translations that browsers load, by language. <code>/browser.js */
  var wordsByLanguage: Partial<Record<Language, Words>> | undefined
}

/**
 * Translates a sentence to the page's language. Returns an unknown sentence unchanged, so that texts of a store API or
 * tenant may pass through here.
 */
export function t(sentence: string): string {
  return globalThis.pageWords?.[sentence] ?? sentence
}

/** Content of a toast. docs/requirements.md#8-messages */
export interface ToastText {
  title: string
  body?: string
}

/**
 * Replaces each `{name}` in a sentence by its value.
 *
 * @example fill(t('Page {page}'), { page: 2 })
 */
export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/{(\w+)}/g, (_, name: string) => String(values[name]))
}

/** A sentence before translation, with the values of its `{places}`. */
export interface Sentence {
  text: string
  values?: Record<string, number>
}

/** Translates a sentence and fills in its values. */
export function sentenceText({ text, values }: Sentence): string {
  return values ? fill(t(text), values) : t(text)
}
