import { html, raw } from 'hono/html'
import { createHash } from 'node:crypto'

import { dereference } from './openapi.ts'
import type { JsonSchema, OpenApiDocument, Operation } from './openapi.ts'

const STYLE = `
:root { color-scheme: light dark; --ink: #22201d; --paper: #fdfcfa; --line: #ddd6cb; --soft: #6b645a; --mark: #8a2f3c;
  font: 1rem/1.65 Georgia, 'Iowan Old Style', serif; scroll-behavior: smooth }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece7df; --paper: #191715; --line: #3a352f; --soft: #aaa195; --mark: #eba0a8 } }
@media (prefers-reduced-motion: reduce) { :root { scroll-behavior: auto } }
body { margin: 0; background: var(--paper); color: var(--ink); display: grid; gap: 0 3rem;
  grid-template: 'header' auto 'nav' auto 'main' auto / minmax(0, 44rem); justify-content: center; padding: 3rem 1.25rem }
header { grid-area: header } nav { grid-area: nav } main { grid-area: main }
h1 { font-size: 2.25rem; line-height: 1.1; margin: 0 } h1 small { color: var(--soft); font-size: 1rem }
h2 { font-size: 1.5rem; margin: 3rem 0 1rem }
h3 { font-size: 1.05rem; margin: 0 0 .5rem; overflow-wrap: anywhere }
h4 { font: 600 .8rem/1.5 system-ui, sans-serif; letter-spacing: .06em; text-transform: uppercase; color: var(--soft);
  margin: 1.25rem 0 .35rem }
a { color: inherit; text-decoration-color: var(--mark); text-underline-offset: .2em }
a:hover { color: var(--mark) }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 3px }
code, .method, .type, nav { font: .9em/1.6 ui-monospace, 'SF Mono', Menlo, monospace }
nav h2 { font: 600 .8rem/1.5 system-ui, sans-serif; margin: 1.25rem 0 .25rem; color: var(--soft) }
nav ul { list-style: none; margin: 0; padding: 0 } nav a { display: block; padding: .3rem 0; text-decoration: none }
.method { font-weight: 700; color: var(--mark) }
.tag { font: 600 .7rem/1 system-ui, sans-serif; border: 1px solid var(--line); border-radius: 1rem; padding: .2rem .5rem;
  white-space: nowrap }
.type { color: var(--soft) }
article { border-block-start: 1px solid var(--line); padding: 1.75rem 0; scroll-margin-block-start: 1rem }
.fields { list-style: none; margin: 0; padding: 0 } .fields .fields { border-inline-start: 1px solid var(--line);
  margin: .25rem 0 .5rem .25rem; padding-inline-start: 1rem }
pre { border: 1px solid var(--line); margin: .75rem 0; max-inline-size: 100%; overflow: auto; padding: .75rem }
li { padding: .15rem 0; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .35rem 1.25rem; margin: 0 } dd { margin: 0 }
@media (min-width: 64rem) {
  body { grid-template: 'header header' auto 'nav main' auto / 16rem minmax(0, 44rem) }
  nav { position: sticky; inset-block-start: 1rem; align-self: start; max-block-size: calc(100vh - 2rem); overflow: auto } }
`

type Html = ReturnType<typeof html>

export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

interface Call {
  id: string
  method: string
  path: string
  operation: Operation
}

/** Renders the OpenAPI document as one page without scripts. */
export function docsPage(document: OpenApiDocument): Html {
  const { info, servers, paths } = dereference(document)
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Call => {
      return { id: `${method}${path.replace(/\W+/g, '-')}`, method: method.toUpperCase(), path, operation }
    }),
  )
  const groups = Map.groupBy(calls, (call) => call.operation.tags[0] ?? '')
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title}</title>
        ${raw(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <header>
          <h1>${info.title} <small>${info.version}</small></h1>
          <p>${withCode(info.description)}</p>
          <p>
            Base address <code>${servers[0]?.url}</code>, machine-readable
            <a href="openapi.json">openapi.json</a>
          </p>
        </header>
        <nav aria-label="Calls">
          ${[...groups].map(
            ([tag, members]) =>
              html`<h2>${tag}</h2>
                <ul>
                  ${members.map(
                    ({ id, method, path }) =>
                      html`<li>
                        <a href="#${id}"><span class="method">${method}</span> ${path}</a>
                      </li>`,
                  )}
                </ul>`,
          )}
        </nav>
        <main>
          ${[...groups].map(
            ([tag, members]) =>
              html`<section>
                <h2>${tag}</h2>
                ${members.map(callArticle)}
              </section>`,
          )}
        </main>
      </body>
    </html>`
}

function callArticle({ id, method, path, operation }: Call): Html {
  const { summary, description, security, parameters, requestBody, responses } = operation
  return html`<article id="${id}">
    <h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></h3>
    <p>
      <strong>${summary}.</strong> ${description ? withCode(description) : ''}
      ${security.length > 0 ? html`<span class="tag">signed in</span>` : ''}
    </p>
    ${
      parameters.length > 0
        ? html`<h4>Parameters</h4>
            <ul class="fields">
              ${parameters.map(({ name, in: place, required, schema, description: text }) =>
                field(name, required, schema, `${place}. ${text ?? ''}`),
              )}
            </ul>`
        : ''
    }
    ${Object.values(requestBody?.content ?? {}).map(
      ({ schema, example }) =>
        html`<h4>Body</h4>
          ${fields(schema)} ${exampleOf(example)}`,
    )}
    <h4>Answers</h4>
    <dl>
      ${Object.entries(responses).map(
        ([status, response]) =>
          html`<dt><code>${status}</code></dt>
            <dd>
              ${response.description}
              ${status.startsWith('2') ? Object.values(response.content ?? {}).map(({ schema, example }) => html`${fields(schema)} ${exampleOf(example)}`) : ''}
            </dd>`,
      )}
    </dl>
  </article>`
}

function exampleOf(value: unknown): Html | '' {
  return value === undefined ? '' : html`<pre><code>${JSON.stringify(value, null, 2)}</code></pre>`
}

/** Renders the fields of an object, or of the objects in a list, as a nested list. */
function fields(schema: JsonSchema): Html | '' {
  const object = objectIn(schema)
  const entries = Object.entries(object?.properties ?? {})
  if (entries.length === 0) return ''
  return html`<ul class="fields">
    ${entries.map(([name, value]) =>
      typeof value === 'object' ? field(name, (object?.required ?? []).includes(name), value) : '',
    )}
  </ul>`
}

function field(name: string, required: boolean, schema: JsonSchema, note = ''): Html {
  const text = [note.trim(), schema.description].filter(Boolean).join(' ')
  return html`<li>
    <code>${name}</code> <span class="type">${typeName(schema)}</span>
    ${required ? html`<span class="tag">required</span>` : ''} ${text ? withCode(text) : ''} ${fields(schema)}
  </li>`
}

function objectIn(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema
  const { items, anyOf = [] } = schema
  const inner = [items, ...anyOf].filter((one) => isSchema(one))
  return inner.map(objectIn).find((found) => found !== undefined)
}

function typeName(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.filter(isSchema).map(typeName))].join(' or ')
  if (schema.type === 'array') return isSchema(schema.items) ? `list of ${typeName(schema.items)}` : 'list'
  if (isSchema(schema.additionalProperties)) return `map to ${typeName(schema.additionalProperties)}`
  return [schema.type ?? 'anything'].flat().join(' or ')
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Renders text between backticks as code. */
function withCode(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}
