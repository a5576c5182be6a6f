import type * as z from 'zod/mini'

import type { AppContext } from './context.ts'
import { readJson } from './middleware/body.ts'

export interface ResponseDescription<Schema extends z.ZodMiniType = z.ZodMiniType> {
  description: string
  schema?: Schema
  example?: z.input<Schema>
}

/** Description of an operation, for both the router and the OpenAPI document. */
interface Description<Body extends z.ZodMiniType, Success extends z.ZodMiniType> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** OpenAPI path with parameters in braces: `/orders/{orderId}`. */
  path: string
  /** Method name in generated clients. */
  operationId: string
  tag: string
  summary: string
  description?: string
  /** Requires a bearer token and sets the user in the context. */
  signedIn?: boolean
  acceptsIdempotencyKey?: boolean
  query?: z.ZodMiniObject
  body?: Body
  /** Example parameters and body that match the example response. */
  example?: { parameters?: Record<string, string | number | string[]>; body?: z.input<Body> }
  response: { status: 200 | 201 | 204 } & ResponseDescription<Success>
  /** Of a response that is not JSON. */
  mediaType?: 'text/html' | 'text/csv'
  /** Responses in addition to those of every operation. */
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

/** Defines an operation; `handle` receives the validated body. */
export function route<Body extends z.ZodMiniType, Success extends z.ZodMiniType>({
  handle,
  ...description
}: Definition<Body, Success>): Route {
  const { body } = description
  return {
    ...description,
    async handle(c) {
      // Without a schema, `z.output<Body>` is undefined.
      const read = body ? await readJson(c, body) : (undefined as z.output<Body>)
      return handle(c, read)
    },
  }
}
