/**
 * A sentence with each `{name}` replaced by the value of that name.
 *
 * @example fill(t('Page {page}'), { page: 2 })
 */
export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/{(\w+)}/g, (_, name: string) => String(values[name]))
}
