/** True when the pattern occurs in the value, like `RegExp.test`. */
export type Matcher = (value: string) => boolean

const LONGEST_PATTERN = 1000

/**
 * Compiles an untrusted pattern with RE2, which takes linear time. Returns `undefined` for a pattern that is invalid or
 * over 1,000 characters: the field then has no pattern. Loads the engine at the first call, and rejects when that
 * fails. docs/requirements.md#135-patterns
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
