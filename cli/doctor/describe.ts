import * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/** Describes a JSON value in words: `the string "999"`, `the number 999`, `true`, `missing`, `a list`. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (typeof value === 'string') return `the string "${value.slice(0, 40)}"`
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'number') return `the number ${value}`
  return value === true ? 'true' : 'false'
}

/** Checks a value against a schema of the contract; returns the field and a sentence for each issue. */
export function issuesOf(schema: z.ZodMiniType, value: unknown): { field: string; says: string }[] {
  const result = z.safeParse(schema, value)
  if (result.success) return []
  return result.error.issues.map((issue) => {
    const field = issue.path.map(String).join('.')
    return {
      field,
      says: `"${field}" must be ${expected(issue)} but is ${describeValue(at(value, issue.path))}`,
    }
  })
}

function expected(issue: Issue): string {
  if (issue.code === 'invalid_union') return 'a string'
  if (issue.code === 'too_small') return `at least ${String(issue.minimum)}`
  if (issue.code !== 'invalid_type') return 'something else'
  const words: Partial<Record<string, string>> = {
    string: 'a string',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
  }
  return words[issue.expected] ?? issue.expected
}

function at(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((current, key) => property(current, key), value)
}

/** A property of a value that may be no object. */
export function property(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
