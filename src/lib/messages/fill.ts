/**
 * Replaces each `{name}` in a sentence by its value.
 *
 * @example fill(t('Page {page}'), { page: 2 })
 */
export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/{(\w+)}/g, (_, name: string) => String(values[name]))
}
