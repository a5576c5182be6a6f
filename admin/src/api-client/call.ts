import { HttpError } from 'ra-core'

export const BASE = '/admin/v1'

/** What a refusal of the admin API carries beside its sentence. */
export interface Refusal {
  error?: string
  code?: string
  /** What is wrong, by field. */
  fields?: Record<string, string>
  /** The record as it is now, when another member of staff changed it meanwhile. */
  current?: Record<string, unknown>
  /** react-admin shows these at the form's fields. */
  errors?: Record<string, string>
}

/**
 * Calls the admin API and returns the body of its response.
 * @throws {HttpError} the refusal: its sentence, status and body
 */
export async function call<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
  const isFile = body instanceof Blob || body instanceof FormData
  const response = await fetch(BASE + path, {
    method,
    headers: body === undefined || isFile ? {} : { 'content-type': 'application/json' },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
  })
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const content: unknown = isJson ? await response.json() : await response.text()
  if (!response.ok) throw toError(response, isJson ? (content as Refusal) : {})
  // The OpenAPI document describes the bodies; the types of the screens follow it.
  return content as T
}

export function refusalOf(error: unknown): Refusal {
  return error instanceof HttpError ? ((error.body as Refusal | undefined) ?? {}) : {}
}

function toError({ status, statusText }: Response, refusal: Refusal): HttpError {
  return new HttpError(refusal.error ?? statusText, status, { ...refusal, errors: refusal.fields })
}
