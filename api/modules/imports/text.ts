import { capitalize } from '@tanabana/contract/text.ts'

/** Capitalizes words in lower case: `off white` → `Off White`; `XL` stays. */
export function toTitleCase(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}'’-])\p{Ll}[\p{Ll}'’-]*(?![\p{L}\p{N}])/gu, capitalize)
}

/** Removes empty texts and case-insensitive duplicates, keeping the first of each. */
export function distinct(texts: readonly string[]): string[] {
  const byWord = new Map<string, string>()
  for (const text of texts) {
    const word = text.toLowerCase()
    if (word && !byWord.has(word)) byWord.set(word, text)
  }
  return [...byWord.values()]
}

/** Like `distinct`, for case-sensitive addresses. */
export function distinctUrls(urls: readonly string[]): string[] {
  return [...new Set(urls)].filter((url) => url !== '')
}

/** The path of an address at `origin`, where the shop's own pictures are; any other address unchanged. */
export function withoutOrigin(url: string, origin: string): string {
  return origin !== '' && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
}

/** Names a product in a message: `"blue-kurta" (Blue Kurta)`. */
export function productName(key: string, title: string): string {
  return title === '' ? `"${key}"` : `"${key}" (${title})`
}
