import type * as z from 'zod/mini'

import type { AppContext } from '../context.ts'
import { readJson } from '../middleware/body.ts'

export interface ResponseDescription<Schema extends z.ZodMiniType = z.ZodMiniType> {
  description: string
  schema?: Schema
  example?: z.input<Schema>
}

/** The description of a call, for the router and for the documents: whatever is described is served. */
interface Description<Body extends z.ZodMiniType, Success extends z.ZodMiniType> {
  method: 'get' | 'post'
  /** With parameters in braces, as OpenAPI writes them: `/orders/{orderId}`. */
  path: string
  /** The name of the method in a generated client. */
  operationId: string
  tag: string
  summary: string
  description?: string
  /** Answered only with a bearer token: the handler finds the user in the context. */
  signedIn?: boolean
  acceptsIdempotencyKey?: boolean
  query?: z.ZodMiniObject
  body?: Body
  /** Values of parameters and body that belong to the example of the answer. */
  example?: { parameters?: Record<string, string | number | string[]>; body?: z.input<Body> }
  answer: { status: 200 | 201 | 204 } & ResponseDescription<Success>
  /** Other answers, besides those that every call can give. */
  failures?: Record<number, string | ResponseDescription>
}

export interface Route extends Description<z.ZodMiniType, z.ZodMiniType> {
  handle: (c: AppContext) => Promise<Response>
}

interface Definition<Body extends z.ZodMiniType, Success extends z.ZodMiniType> extends Description<
  Body,
  Success
> {
  handle: (c: AppContext, body: z.output<Body>) => Response | Promise<Response>
}

/** A call with its handler, which gets the body only after it was checked. */
export function route<Body extends z.ZodMiniType, Success extends z.ZodMiniType>({
  handle,
  ...description
}: Definition<Body, Success>): Route {
  const { body } = description
  return {
    ...description,
    async handle(c) {
      // Without a schema the handler takes no body: its type says so, and nothing is read.
      const read = body ? await readJson(c, body) : (undefined as z.output<Body>)
      return handle(c, read)
    },
  }
}
