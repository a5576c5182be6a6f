import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { VARIABLES as API_VARIABLES } from '../api/config.ts'
import { VARIABLES as STOREFRONT_VARIABLES } from '../src/server/config.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** Processes, default and meaning of each variable in the tables of a page. */
const variablesOf = (page: string) =>
  new Map(
    [...read(page).matchAll(/^\| `([A-Z_]+)` +\| (\S+) +\| (.*?) +\| (.*?) +\|$/gm)].map(
      ([, name = '', process, fallback, meaning]) => [name, { process, fallback, meaning }],
    ),
  )
const documented = variablesOf('docs/configuration.md')

/** The defaults that the schemas give; empty for a variable without one. */
function defaultsOf(schema: z.core.$ZodType): Record<string, string> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const fallback: unknown = typeof property === 'object' ? (property.default ?? '') : ''
      return [name, String(fallback)]
    }),
  )
}

const storefront = defaultsOf(STOREFRONT_VARIABLES)
const api = defaultsOf(API_VARIABLES)
const defaults = { ...storefront, ...api }

test('docs/configuration.md lists each variable with the processes that read it and its default', () => {
  expect(Object.keys(defaults).length).toBeGreaterThan(30)
  expect([...documented.keys()].sort()).toEqual(Object.keys(defaults).sort())
  for (const [name, value] of Object.entries(defaults)) {
    const process = !(name in api) ? 'storefront' : name in storefront ? 'both' : 'API'
    const { fallback = '', ...row } = documented.get(name) ?? {}
    expect(row, name).toMatchObject({ process })
    const isGiven = fallback.startsWith('`') || fallback === 'on' || fallback === 'off'
    expect(isGiven ? fallback.replaceAll('`', '') : '', name).toBe(value)
  }
})

test('.env.example has each variable with its default and the meaning of docs/configuration.md', () => {
  const example = [...read('.env.example').matchAll(/^# (.+)\n#([A-Z_]+)=(.*)$/gm)].map(
    ([, meaning, name, value]) => [name, value, meaning],
  )
  const expected = [...documented].map(([name, { meaning = '' }]) => [
    name,
    defaults[name],
    meaning.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', ''),
  ])
  expect(example).toEqual(expected)
})

test('the everyday settings of README.md are those of docs/configuration.md', () => {
  const everyday = variablesOf('README.md')
  expect(everyday.size).toBeGreaterThan(5)
  for (const [name, row] of everyday) expect(documented.get(name), name).toEqual(row)
})
