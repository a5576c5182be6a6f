import type * as z from 'zod/mini'

import type { AppContext } from '../context.ts'
import { readJson } from '../middleware/body.ts'

interface Answer {
  description: string
  schema?: z.ZodMiniType
}

/** What a call is, for the router and for the documents alike: nothing is described that is not served. */
export interface Route {
  method: 'get' | 'post'
  /** With parameters in braces, as OpenAPI writes them: `/orders/{orderId}`. */
  path: string
  tag: string
  summary: string
  description?: string
  /** Answered only with a bearer token: the handler finds the user in the context. */
  signedIn: boolean
  acceptsIdempotencyKey: boolean
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** The answer of a success. */
  answer: { status: 200 | 201 | 204 } & Answer
  /** What else can come, besides what every call can answer. */
  failures: Record<number, string | Answer>
  handle: (c: AppContext) => Promise<Response>
}

interface Definition<Body extends z.ZodMiniType> {
  method: 'get' | 'post'
  path: string
  tag: string
  summary: string
  description?: string
  signedIn?: boolean
  acceptsIdempotencyKey?: boolean
  query?: z.ZodMiniObject
  body?: Body
  answer: { status: 200 | 201 | 204 } & Answer
  failures?: Record<number, string | Answer>
  handle: (c: AppContext, body: z.output<Body>) => Response | Promise<Response>
}

/** A call with its handler, which gets the body only after it was checked. */
export function route<Body extends z.ZodMiniType>(definition: Definition<Body>): Route {
  const { body, signedIn = false, acceptsIdempotencyKey = false, failures = {}, handle, ...rest } = definition
  return {
    ...rest,
    body,
    signedIn,
    acceptsIdempotencyKey,
    failures,
    async handle(c) {
      // Without a schema the handler takes no body: its type says so, and nothing is read.
      const read = body ? await readJson(c, body) : (undefined as z.output<Body>)
      return handle(c, read)
    },
  }
}
