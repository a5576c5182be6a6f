import * as z from 'zod/mini'

import { API_VERSION } from '@tanabana/contract/constants.ts'
import { components, failureResponse } from '../schemas.ts'
import type { ResponseDescription, Route } from '../route.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

type Content = Record<string, { schema: JsonSchema; example?: unknown }>

export interface Operation {
  operationId: string
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
    example?: unknown
  }[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, unknown> }
}

const JSON_TYPE = 'application/json'
const BEARER = 'bearer'
const COMPONENTS = '#/components/schemas/'
/** Describes bodies as callers send them, without constraints that a format or type already implies. */
const OPTIONS = {
  io: 'input' as const,
  unrepresentable: 'any' as const,
  override({ jsonSchema }: { jsonSchema: JsonSchema }) {
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  },
}

/** Builds the OpenAPI 3.1 document from the table and schemas that the router uses. */
export function openApiDocument(routes: Route[]): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: toOperation(route) }
  }
  const { schemas } = z.toJSONSchema(components, { ...OPTIONS, uri: (id) => COMPONENTS + id })
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
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([id, schema]) => [id, withoutDialect(schema)]),
      ),
      securitySchemes: { [BEARER]: { type: 'http', scheme: 'bearer' } },
    },
  }
}

/** Replaces each reference in the document by its schema. */
export function dereference(document: OpenApiDocument): OpenApiDocument {
  const text = JSON.stringify(document, (_key, value: unknown) => {
    const reference = typeof value === 'object' && value !== null && '$ref' in value && value.$ref
    return typeof reference === 'string'
      ? document.components.schemas[reference.slice(COMPONENTS.length)]
      : value
  })
  return JSON.parse(text) as OpenApiDocument
}

function toOperation(route: Route): Operation {
  const { operationId, tag, summary, description, signedIn, body, example, response, failures } = route
  const all = { ...(signedIn ? { 401: 'Not signed in' } : {}), ...failures }
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: signedIn ? [{ [BEARER]: [] }] : [],
    parameters: toParameters(route),
    ...(body ? { requestBody: { required: true as const, content: json(body, example?.body) } } : {}),
    responses: {
      [response.status]: toResponse(response),
      ...Object.fromEntries(Object.entries(all).map(([status, failure]) => [status, toFailure(failure)])),
      default: toFailure('Any other failure'),
    },
  }
}

function toParameters({ path, query, acceptsIdempotencyKey, example }: Route): Operation['parameters'] {
  const exampleOf = (name: string) => {
    const value = example?.parameters?.[name]
    return value === undefined ? {} : { example: value }
  }
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' as const },
    ...exampleOf(name),
  }))
  const described = query ? withoutDialect(z.toJSONSchema(query, OPTIONS)) : {}
  const inQuery = Object.entries(described.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query' as const,
    required: (described.required ?? []).includes(name) && !hasDefault(schema),
    schema: typeof schema === 'object' ? schema : {},
    ...exampleOf(name),
  }))
  const inHeader = {
    name: 'Idempotency-Key',
    in: 'header' as const,
    required: false,
    description:
      'The first answer to this key is kept for 24 hours and given again; a retry never does the work twice.',
    schema: { type: 'string' as const, maxLength: 255 },
    example: '1c8a7c0e-8a52-4f0e-9d2f-6f3c1b1f2a44',
  }
  return [...inPath, ...inQuery, ...(acceptsIdempotencyKey ? [inHeader] : [])]
}

function hasDefault(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'default' in schema
}

function toResponse({ description, schema, example }: ResponseDescription) {
  return { description, ...(schema && { content: json(schema, example) }) }
}

function toFailure(failure: string | ResponseDescription) {
  const response = typeof failure === 'string' ? { description: failure } : failure
  return toResponse({ schema: failureResponse, ...response })
}

/** @throws {Error} the schema is not one of the components */
function json(schema: z.ZodMiniType, example: unknown): Content {
  const id = components.get(schema)?.id
  if (id === undefined) throw new Error('A body of the API is not registered as a component.')
  return { [JSON_TYPE]: { schema: { $ref: COMPONENTS + id }, ...(example !== undefined && { example }) } }
}

/** Removes the dialect from schemas: the document's version implies it. */
function withoutDialect(schema: JsonSchema): JsonSchema {
  const described = { ...schema }
  delete described.$schema
  delete described.$id
  return described
}
