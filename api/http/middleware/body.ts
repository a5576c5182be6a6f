import * as z from 'zod/mini'

import type { AppContext } from '../context.ts'
import { ApiError } from '../../errors.ts'

const DEPTH_MAX = 20
const VALUES_MAX = 1000
/** Lists of staff, such as the parcels of a day. */
export const STAFF_VALUES_MAX = 20_000
const PATH_SHOWN_MAX = 100
const MESSAGE_SHOWN_MAX = 300

/** zod/mini reports only "Invalid input"; the English locale gives the reason. */
const { localeError: explain } = z.locales.en()

/**
 * Parses the JSON body with `schema`, which refuses unknown fields when strict.
 * @throws {ApiError} 415 another content type, 400 invalid JSON, 422 it does not match the schema
 */
export async function readJson<T extends z.ZodMiniType>(
  c: AppContext,
  schema: T,
  valuesMax = VALUES_MAX,
): Promise<z.output<T>> {
  if (!hasContentType(c, 'application/json')) {
    throw new ApiError(415, 'Send the body as JSON, with the content type application/json.')
  }
  const result = z.safeParse(schema, parseJson(await c.req.text(), valuesMax), { error: explain })
  if (!result.success) throw new ApiError(422, explainIssue(result.error.issues[0]))
  return result.data
}

/**
 * Reads the fields of a posted HTML form.
 * @throws {ApiError} 415 another content type
 */
export async function readForm(c: AppContext): Promise<URLSearchParams> {
  if (!hasContentType(c, 'application/x-www-form-urlencoded')) {
    throw new ApiError(415, 'Send the form as application/x-www-form-urlencoded.')
  }
  return new URLSearchParams(await c.req.text())
}

function hasContentType(c: AppContext, type: string): boolean {
  return c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() === type
}

function parseJson(text: string, valuesMax: number): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ApiError(400, 'The body is not valid JSON.')
  }
  if (!isModest(value, valuesMax))
    throw new ApiError(400, 'The body is nested too deeply, too long or not valid text.')
  return value
}

/** Limits depth and size for later code, and refuses texts that PostgreSQL cannot store: NUL and lone surrogates. */
function isModest(value: unknown, valuesMax: number): boolean {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  let seen = 0
  for (let next = open.pop(); next; next = open.pop()) {
    if (++seen > valuesMax || next.depth > DEPTH_MAX) return false
    if (typeof next.value === 'string' && !isStorable(next.value)) return false
    if (typeof next.value !== 'object' || next.value === null) continue
    for (const [key, child] of Object.entries(next.value)) {
      if (!isStorable(key)) return false
      open.push({ value: child, depth: next.depth + 1 })
    }
  }
  return true
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** The sentence of an issue. Shortens the path, whose names come from the caller, and the message. */
export function explainIssue(issue: z.core.$ZodIssue | undefined): string {
  const path = cut(issue?.path.join('.') ?? '', PATH_SHOWN_MAX)
  const message = cut(issue?.message ?? 'The body is not what this call expects.', MESSAGE_SHOWN_MAX)
  return path ? `${path}: ${message}` : message
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text
}
