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

/** What differs between the documents of two APIs. */
export interface DocumentOptions<R extends Route> {
  title: string
  description: string
  /** Path of the API on its host. */
  base: string
  /** Schemas of its bodies, by name. */
  registry: typeof components
  securitySchemes: Record<string, unknown>
  /** Security of an operation, and further fields. */
  describe: (route: R) => Pick<Operation, 'security'> & Record<`x-${string}`, unknown>
}

const JSON_TYPE = 'application/json'
const BEARER = 'bearer'
/** The contract of the storefront. */
export const STORE_API: DocumentOptions<Route> = {
  title: 'Store API',
  description:
    'The calls of the storefront. The shop is the host that is called; prices are rupees; a failure is one sentence in `error`.',
  base: `/api/${API_VERSION}`,
  registry: components,
  securitySchemes: { [BEARER]: { type: 'http', scheme: 'bearer' } },
  describe: ({ signedIn }) => ({ security: signedIn ? [{ [BEARER]: [] }] : [] }),
}
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
export function openApiDocument<R extends Route>(routes: R[], options: DocumentOptions<R>): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: toOperation(route, options) }
  }
  const { schemas } = z.toJSONSchema(options.registry, { ...OPTIONS, uri: (id) => COMPONENTS + id })
  return {
    openapi: '3.1.0',
    info: {
      title: options.title,
      version: API_VERSION,
      description: options.description,
    },
    servers: [{ url: options.base }],
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([id, schema]) => [id, withoutDialect(schema)]),
      ),
      securitySchemes: options.securitySchemes,
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

function toOperation<R extends Route>(route: R, { registry, describe }: DocumentOptions<R>): Operation {
  const { operationId, tag, summary, description, signedIn, body, example, response, failures, mediaType } =
    route
  const all = { ...(signedIn ? { 401: 'Not signed in' } : {}), ...failures }
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...describe(route),
    parameters: toParameters(route),
    ...(body
      ? { requestBody: { required: true as const, content: json(body, example?.body, registry) } }
      : {}),
    responses: {
      [response.status]: {
        ...toResponse(response, registry),
        ...(mediaType && { content: { [mediaType]: { schema: { type: 'string' as const } } } }),
      },
      ...Object.fromEntries(
        Object.entries(all).map(([status, failure]) => [status, toFailure(failure, registry)]),
      ),
      default: toFailure('Any other failure', registry),
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

function toResponse({ description, schema, example }: ResponseDescription, registry: typeof components) {
  return { description, ...(schema && { content: json(schema, example, registry) }) }
}

function toFailure(failure: string | ResponseDescription, registry: typeof components) {
  const response = typeof failure === 'string' ? { description: failure } : failure
  return toResponse({ schema: failureResponse, ...response }, registry)
}

/** @throws {Error} the schema is not one of the components */
function json(schema: z.ZodMiniType, example: unknown, registry: typeof components): Content {
  const id = registry.get(schema)?.id
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
