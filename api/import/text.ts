/** One line of text: no-break and other odd spaces become plain ones, runs collapse, ends are trimmed. */
export function cleanText(text: string): string {
  return collapseSpaces(text).trim()
}

/** As `cleanText`, with one space at an end that has any. */
export function collapseSpaces(text: string): string {
  return text.replace(/[\u200B\uFEFF]/g, '').replace(/\s+/g, ' ')
}

/** Capital first letters for the words that are wholly in lower case: `off white` → `Off White`, `XL` stays. */
export function toTitleCase(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}'’-])\p{Ll}[\p{Ll}'’-]*(?![\p{L}\p{N}])/gu, (word) => capitalise(word))
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Without repetitions and empty texts, in the order of first appearance; letter case does not tell apart. */
export function distinct(texts: readonly string[]): string[] {
  const byWord = new Map<string, string>()
  for (const text of texts) {
    const word = text.toLowerCase()
    if (word && !byWord.has(word)) byWord.set(word, text)
  }
  return [...byWord.values()]
}

/** As `distinct`, of addresses, in which letter case tells apart. */
export function distinctUrls(urls: readonly string[]): string[] {
  return [...new Set(urls)].filter((url) => url !== '')
}

/** The path of an address at `origin`, which the shop's own pictures have; any other as it is. */
export function withoutOrigin(url: string, origin: string): string {
  return origin !== '' && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
}

/** `3 products`, `1 product`; thousands as India writes them. */
export function count(quantity: number, singular: string, plural = `${singular}s`): string {
  return `${quantity.toLocaleString('en-IN')} ${quantity === 1 ? singular : plural}`
}
