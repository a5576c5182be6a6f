/** English sentences and how another language says them. docs/languages.md */
export type Words = Record<string, string>

declare global {
  /** The words of the page: none in English. hi/browser.js sets them before other scripts run, server/languages.ts for each page. */
  var pageWords: Words | undefined
  /** What browsers know of Hindi. hi/browser.js */
  var hindiWords: Words | undefined
}

/**
 * A sentence in the page's language; one that the language does not know stays as it is, so that whatever a store API
 * or a tenant says may come through here.
 */
export function t(sentence: string): string {
  return globalThis.pageWords?.[sentence] ?? sentence
}
