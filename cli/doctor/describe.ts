import * as z from 'zod/mini'

import { count } from '@tanabana/contract/text.ts'

type Issue = z.core.$ZodIssue

const TYPES: Partial<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

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
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? issue.expected
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' or ')
    case 'invalid_union':
      return [...new Set(issue.errors.flatMap(([first]) => first ?? []).map(expectedOfUnion))].join(' or ')
    case 'too_small':
      return inBounds(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)
    case 'too_big':
      return inBounds(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)
    case 'invalid_format':
      return `a string ${issue.pattern ? `that matches ${issue.pattern}` : `in the format ${issue.format}`}`
    default:
      return 'as in the contract'
  }
}

function expectedOfUnion(issue: Issue): string {
  return issue.path.length > 0 ? 'an object as in the contract' : expected(issue)
}

function inBounds(origin: string, bound: string, limit: number | bigint): string {
  if (origin === 'string') return `a string of ${bound} ${count(Number(limit), 'character')}`
  if (origin === 'array') return `a list of ${bound} ${count(Number(limit), 'item')}`
  return `${bound} ${limit}`
}

function at(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((current, key) => property(current, key), value)
}

/** A property of a value that may be no object. */
export function property(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
