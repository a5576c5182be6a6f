import { LANGUAGE_CODES, SOURCE_LANGUAGE, type Language } from '@tanabana/contract/store-info.ts'
import type { Words } from './translate.ts'

/** Languages whose words are files beside this one. */
const TRANSLATED: readonly Language[] = LANGUAGE_CODES.filter((code) => code !== SOURCE_LANGUAGE)

/** The words of the server alone, by language: `<code>/pages.ts`. */
export const PAGE_WORDS: ReadonlyMap<Language, Words> = new Map(await Promise.all(TRANSLATED.map(readWords)))

async function readWords(code: Language): Promise<[Language, Words]> {
  // An import whose path is computed has no type.
  const { words } = (await import(`./${code}/pages.ts`)) as { words: Words }
  return [code, words]
}
