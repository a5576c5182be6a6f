import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'

import { seedDemoShops } from '../../../../demo/seed.ts'
import { openMemoryDatabase } from '../../../kit/database/pglite-template.ts'
import { dereference, type JsonSchema, type OpenApiDocument } from '../../../../api/http/openapi/openapi.ts'
import { root } from '../../../../scripts/processes/dev-processes.ts'
import { serve } from '../../../kit/api/store.ts'

let document: OpenApiDocument
let store: ReturnType<typeof serve>
let close: () => Promise<void>

beforeAll(async () => {
  const db = await openMemoryDatabase()
  await seedDemoShops(db, 'memory://', { line: () => undefined })
  store = serve(db, { defaultTenantHost: 'tanabana.localhost' })
  close = () => db.close()
  document = (await store.call('localhost:8044', '/openapi.json')).body
}, 90_000)

afterAll(() => close())

/** A schema that refuses fields which it does not name. */
function strict(schema: JsonSchema): z.ZodType {
  const closed = JSON.stringify(schema, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value
      ? { additionalProperties: false, ...value }
      : value,
  )
  return z.fromJSONSchema(JSON.parse(closed))
}

function operations() {
  return Object.entries(dereference(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
}

/** The problem of a response, by the document; `undefined` when it fits. */
async function problemOf(request: Request, response: Response): Promise<string | undefined> {
  const path = new URL(request.url).pathname.replace(document.servers[0]?.url ?? '', '')
  const called = operations()
    .filter(({ method }) => method.toUpperCase() === request.method)
    .find((one) => new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
  const described = called?.operation.responses[response.status] ?? called?.operation.responses.default
  const name = `${request.method} ${path} ${response.status}`
  if (!described) return `${name} is not described`
  const text = await response.text()
  const schema = described.content?.['application/json']?.schema
  if (!schema) return text === '' ? undefined : `${name} has a body`
  const { error } = strict(schema).safeParse(JSON.parse(text))
  return error && `${name}: ${z.prettifyError(error)}`
}

const SENSITIVE = /token|secret|passw|key|auth|contact|e-?mail|phone|name|address(?!Id)/i

describe('the OpenAPI document', () => {
  it('names each call, and each once', { tags: ['@req-12.1'] }, () => {
    const names = operations().map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z]+$/)
  })

  it('has no secret and no contact in an address, but for tracking and links that are shared', () => {
    const found = operations().flatMap(({ method, path, operation }) =>
      operation.parameters
        .filter((one) => ['query', 'path'].includes(one.in) && SENSITIVE.test(one.name))
        .map((one) => `${method} ${path} ${one.name}`),
    )
    expect(found).toEqual([
      'get /orders/{orderId} contactInfo',
      'get /confirmation-links/{token} token',
      'post /confirmation-links/{token} token',
      'get /payment-links/{token} token',
      'post /payment-links/{token}/payments token',
      'get /refund-links/{token} token',
      'post /refund-links/{token} token',
      // Mail programs send nothing but the address (RFC 8058); the token ends this subscription alone.
      'post /newsletter/unsubscription token',
      'get /previews/{token} token',
    ])
  })

  it('gives a type to every value', () => {
    const anything: string[] = []
    const look = (schema: JsonSchema, place: string) => {
      const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema
      if (Object.keys(schema).filter((key) => key !== 'description' && key !== 'default').length === 0) {
        anything.push(place)
      }
      const parts = {
        ...properties,
        ...Object.fromEntries([...anyOf, ...oneOf].entries()),
        '[]': items,
        '{}': additionalProperties,
      }
      for (const [name, part] of Object.entries(parts)) {
        if (typeof part === 'object') look(part as JsonSchema, `${place}.${name}`)
      }
    }
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Product', 'Image', 'Attribute', 'StoreInfo', 'Order', 'Failure']),
    )
    for (const [name, schema] of Object.entries(document.components.schemas)) look(schema, name)
    for (const { operation } of operations()) {
      for (const { name, schema } of operation.parameters) look(schema, `${operation.operationId} ${name}`)
    }
    // Columns of each kind.
    expect(anything).toEqual(['AccountData.records.{}.[].{}'])
  })

  it('names every field of a strict body, nested ones too', { tags: ['@req-12.1'] }, () => {
    const open: string[] = []
    const look = (schema: JsonSchema, place: string) => {
      const { properties, items, additionalProperties, anyOf = [], oneOf = [] } = schema
      if (properties && additionalProperties !== false) open.push(place)
      const parts = { ...properties, ...Object.fromEntries([...anyOf, ...oneOf].entries()), '[]': items }
      for (const [name, part] of Object.entries(parts)) {
        if (typeof part === 'object') look(part as JsonSchema, `${place}.${name}`)
      }
    }
    const bodies = operations().flatMap(({ operation: { operationId, requestBody } }) =>
      Object.values(requestBody?.content ?? {}).map(({ schema }) => ({ operationId, schema })),
    )
    const strictBodies = bodies.filter(({ schema }) => schema.additionalProperties === false)
    expect(strictBodies.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(['createOrder', 'cancelOrder', 'requestReturn', 'createPayment']),
    )
    for (const { operationId, schema } of strictBodies) look(schema, operationId)
    expect(open).toEqual([])
  })

  it('has an example for each call, and each is valid', () => {
    for (const { path, operation } of operations()) {
      const { operationId, parameters, requestBody, responses } = operation
      const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
      for (const content of [requestBody?.content, success?.content]) {
        for (const { schema, example } of Object.values(content ?? {})) {
          expect(strict(schema).safeParse(example), operationId).toMatchObject({ success: true })
        }
      }
      for (const { name, required, schema, example } of parameters) {
        if (required) expect(example, `${path} ${name}`).toBeDefined()
        if (example !== undefined) expect(z.fromJSONSchema(schema as never).parse(example)).toEqual(example)
      }
    }
  })
})

describe('a client that is generated from it', () => {
  let folder: string

  beforeAll(async () => {
    mkdirSync(join(root, 'test-results'), { recursive: true })
    folder = mkdtempSync(join(root, 'test-results/openapi-'))
    writeFileSync(join(folder, 'store-api.ts'), astToString(await openapiTS(JSON.stringify(document))))
    cpSync(join(import.meta.dirname, 'visit.ts.txt'), join(folder, 'visit.ts'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('has the types of a whole visit', () => {
    const program = ts.createProgram([join(folder, 'visit.ts')], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
      types: [],
    })
    const problems = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)
    expect(problems).toEqual([])
  })

  it.each(['tanabana', 'dhaaga'])('buys at %s, and every response is as described', async (shop) => {
    const problems: (string | undefined)[] = []
    const fetch = async (request: Request) => {
      const headers = new Headers(request.headers)
      headers.set('host', `${shop}.localhost:8044`)
      const response = await store.app.fetch(new Request(request, { headers }))
      problems.push(await problemOf(request, response.clone()))
      return response
    }
    const { visit } = await import(pathToFileURL(join(folder, 'visit.ts')).href)
    const order = await visit(fetch)
    expect(problems.filter((problem) => problem !== undefined)).toEqual([])
    expect(problems.length).toBeGreaterThan(20)
    expect(order).toMatch(/^\w{4}-\w{4}-\w{4}$/)
  })
})
