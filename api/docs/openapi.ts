import * as z from 'zod/mini'

import { API_VERSION } from '../../src/lib/constants.ts'
import { failureAnswer } from '../answers.ts'
import type { Route } from '../routes/route.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

export interface Operation {
  tags: string[]
  summary: string
  description?: string | undefined
  security: Record<string, string[]>[]
  parameters: {
    name: string
    in: 'path' | 'query' | 'header'
    required: boolean
    description?: string
    schema: JsonSchema
  }[]
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>
}

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, unknown> }
}

const JSON_TYPE = 'application/json'
const BEARER = 'bearer'

/** OpenAPI 3.1 of the table that the router itself is built from, with the schemas that read and describe the bodies. */
export function openApiDocument(routes: Route[]): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: toOperation(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Store API',
      version: API_VERSION,
      description:
        'The calls of the storefront. The shop is the host that is called; prices are rupees; a failure is one sentence in `error`.',
    },
    servers: [{ url: `/api/${API_VERSION}` }],
    paths,
    components: { securitySchemes: { [BEARER]: { type: 'http', scheme: 'bearer' } } },
  }
}

function toOperation(route: Route): Operation {
  const { tag, summary, description, signedIn, body, answer, failures } = route
  const all = { ...(signedIn ? { 401: 'Not signed in' } : {}), ...failures }
  return {
    tags: [tag],
    summary,
    description,
    security: signedIn ? [{ [BEARER]: [] }] : [],
    parameters: toParameters(route),
    ...(body ? { requestBody: { required: true as const, content: json(toJsonSchema(body)) } } : {}),
    responses: {
      [answer.status]: {
        description: answer.description,
        ...(answer.schema ? { content: json(withoutNull(toJsonSchema(answer.schema))) } : {}),
      },
      ...Object.fromEntries(Object.entries(all).map(([status, text]) => [status, failure(text)])),
      default: failure('Any other failure'),
    },
  }
}

function toParameters({ path, query, acceptsIdempotencyKey }: Route): Operation['parameters'] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' as const },
  }))
  const described = query ? toJsonSchema(query) : {}
  const inQuery = Object.entries(described.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query' as const,
    required: (described.required ?? []).includes(name) && !hasDefault(schema),
    schema: typeof schema === 'object' ? schema : {},
  }))
  const inHeader = {
    name: 'Idempotency-Key',
    in: 'header' as const,
    required: false,
    description:
      'The first answer to this key is kept for 24 hours and given again; a retry never does the work twice.',
    schema: { type: 'string' as const, maxLength: 255 },
  }
  return [...inPath, ...inQuery, ...(acceptsIdempotencyKey ? [inHeader] : [])]
}

function hasDefault(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'default' in schema
}

function toJsonSchema(schema: z.ZodMiniType): JsonSchema {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  // The document says once, by its version, which dialect it speaks.
  delete described.$schema
  return described
}

/** The storefront also accepts null for "not given"; this API leaves the field out instead and says so. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    if ('anyOf' in value && Array.isArray(value.anyOf)) {
      const { anyOf, ...rest } = value
      const others = anyOf.filter((one: JsonSchema) => one.type !== 'null')
      return others.length === 1 ? { ...others[0], ...rest } : { ...rest, anyOf: others }
    }
    if ('type' in value && Array.isArray(value.type)) {
      const others = value.type.filter((name: string) => name !== 'null')
      return { ...value, type: others.length === 1 ? others[0] : others }
    }
    return value
  })
  return JSON.parse(text)
}

function json(schema: JsonSchema): Record<string, { schema: JsonSchema }> {
  return { [JSON_TYPE]: { schema } }
}

function failure(of: string | { description: string; schema?: z.ZodMiniType }) {
  const { description, schema = failureAnswer } = typeof of === 'string' ? { description: of } : of
  return { description, content: json(withoutNull(toJsonSchema(schema))) }
}
