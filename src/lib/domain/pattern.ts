/** True where the pattern occurs in the value, as `RegExp.test` would say. */
export type Matcher = (value: string) => boolean

const LONGEST_PATTERN = 1000

/**
 * A matcher for a pattern from outside, on an engine whose time grows with the value and nothing else (docs/requirements.md#135-patterns).
 * `undefined` for a pattern that cannot be read or is longer than 1,000 characters: the field then has no pattern.
 * The engine is fetched at the first call; rejects when that fails.
 */
export async function compilePattern(pattern: string): Promise<Matcher | undefined> {
  if (pattern.length > LONGEST_PATTERN) return undefined
  const { RE2JS } = await import('re2js')
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern))
    return (value) => compiled.matcher(value).find()
  } catch {
    return undefined
  }
}
