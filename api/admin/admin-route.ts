import * as z from 'zod/mini'

import { ApiError } from '../errors.ts'
import type { AppContext } from '../http/context.ts'
import { explainIssue, readJson, STAFF_VALUES_MAX } from '../http/middleware/body.ts'
import type { ResponseDescription, Route } from '../http/route.ts'
import { failureResponse } from '../http/schemas.ts'
import type { Permission } from '../modules/staff/permissions.ts'

/** All bodies of the admin API, by their name under `components`. */
export const adminComponents = z.registry<{ id: string }>()
adminComponents.add(failureResponse, { id: 'Failure' })

/**
 * Who may make a call: `open` any visitor of the console, `session` a person who is signed in, else a caller who has the
 * permission.
 */
type Access = 'open' | 'session' | Permission

export interface AdminRoute extends Route {
  access: Access
  /** Changes nothing although its method is not GET, so that it is not in the audit log. */
  isReading?: boolean | undefined
}

interface Definition<
  Body extends z.ZodMiniType,
  Query extends z.ZodMiniObject,
  Success extends z.ZodMiniType,
> {
  method: Route['method']
  path: string
  operationId: string
  tag: string
  summary: string
  access: Access
  isReading?: boolean
  query?: Query
  body?: Body
  status?: 200 | 201 | 204
  response?: Success
  mediaType?: Route['mediaType']
  failures?: Record<number, string | ResponseDescription>
  handle: (
    c: AppContext,
    input: { body: z.output<Body>; query: z.output<Query> },
  ) => Response | Promise<Response>
}

/** Defines an operation of the admin API; its bodies are components of the document, named after it. */
export function adminRoute<
  Body extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Query extends z.ZodMiniObject = z.ZodMiniObject,
  Success extends z.ZodMiniType = z.ZodMiniType<undefined>,
>({ handle, status, response, ...description }: Definition<Body, Query, Success>): AdminRoute {
  const { operationId, body, query } = description
  const name = operationId.charAt(0).toUpperCase() + operationId.slice(1)
  if (body) adminComponents.add(body, { id: `${name}Request` })
  if (response) adminComponents.add(response, { id: `${name}Response` })
  return {
    ...description,
    response: {
      status: status ?? ((response ?? description.mediaType) ? 200 : 204),
      description: description.summary,
      ...(response && { schema: response }),
    },
    async handle(c) {
      const parsed = query ? readQuery(c, query) : ({} as z.output<Query>)
      // Without a schema, `z.output<Body>` is undefined.
      const read = body ? await readJson(c, body, STAFF_VALUES_MAX) : (undefined as z.output<Body>)
      return handle(c, { body: read, query: parsed })
    },
  }
}

/** @throws {ApiError} 422 a parameter is not valid */
function readQuery<Query extends z.ZodMiniObject>(c: AppContext, query: Query): z.output<Query> {
  const result = z.safeParse(query, c.req.query())
  if (result.success) return result.data
  throw new ApiError(422, explainIssue(result.error.issues[0]))
}
