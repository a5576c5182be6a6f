import { z } from 'zod'

import { dereference, type OpenApiDocument } from '../../../api/http/openapi/openapi.ts'
import type { FuzzedCall } from './requests.ts'

const failure = z.strictObject({ error: z.string().min(5).max(500) })

/**
 * Returns a function that validates a response against the API's own OpenAPI document and describes its problem;
 * `undefined` for a valid one.
 */
export function createJudge(document: OpenApiDocument) {
  const schemas = new Map<string, z.ZodType>()
  for (const [path, operations] of Object.entries(dereference(document).paths)) {
    for (const [method, { responses }] of Object.entries(operations)) {
      for (const [status, { content }] of Object.entries(responses)) {
        const schema = content?.['application/json']?.schema
        schemas.set(
          `${method.toUpperCase()} ${path} ${status}`,
          schema ? z.fromJSONSchema(schema) : z.literal(''),
        )
      }
    }
  }

  return function judge(
    call: FuzzedCall,
    response: { status: number; type: string; text: string },
  ): string | undefined {
    const { status, type, text } = response
    if (status >= 500) return `${status}: ${text}`
    if (status >= 400) {
      if (call.method === 'HEAD') return text === '' ? undefined : 'a HEAD with a body'
      if (call.headers.accept === 'text/html' && type.startsWith('text/html')) return undefined
      if (!type.startsWith('application/json')) return `a failure as "${type}"`
      const problem = problemOf(failure, text)
      const described = schemas.get(`${calledOf(call)} ${status}`)
      // Some refusals say more than their sentence: then as the document describes it.
      return problem !== undefined && described ? problemOf(described, text) : problem
    }
    // CORS and pages of the payment flow are not in the document, and a HEAD response has no body.
    if (call.method === 'HEAD' || call.method === 'OPTIONS') return undefined
    const called = calledOf(call)
    const schema = schemas.get(`${called} ${status}`)
    if (!schema) return isOfDocument(called) ? `an answer ${status} that is not described` : undefined
    if (text === '') return problemOfValue(schema, '')
    return type.startsWith('application/json') ? problemOf(schema, text) : `an answer as "${type}"`
  }

  function isOfDocument(operation: string): boolean {
    return schemas.has(`${operation} default`)
  }
}

function calledOf({ method, operation }: FuzzedCall): string {
  return `${method} ${operation.split(' ')[1]}`
}

function problemOf(schema: z.ZodType, text: string): string | undefined {
  try {
    return problemOfValue(schema, JSON.parse(text))
  } catch {
    return `not JSON: ${text.slice(0, 200)}`
  }
}

function problemOfValue(schema: z.ZodType, value: unknown): string | undefined {
  const result = schema.safeParse(value)
  return result.success ? undefined : z.prettifyError(result.error)
}
