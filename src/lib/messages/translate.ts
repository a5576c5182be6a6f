/** Translations by English sentence. docs/languages.md */
export type Words = Record<string, string>

declare global {
  /**
   * Translations of the page; none in English. Set by hi/browser.js before other scripts, and by server/languages.ts
   * for each page.
   */
  var pageWords: Words | undefined
  /** Hindi translations that browsers load. hi/browser.js */
  var hindiWords: Words | undefined
}

/**
 * Translates a sentence to the page's language. Returns an unknown sentence unchanged, so that texts of a store API or
 * tenant may pass through here.
 */
export function t(sentence: string): string {
  return globalThis.pageWords?.[sentence] ?? sentence
}
