import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { DEFAULT_THEME } from '../../contract/theme-contrast.ts'

const sheets = ['tokens.css', 'status-tokens.css'].map((name) =>
  readFileSync(new URL(`../../src/styles/${name}`, import.meta.url), 'utf8').split(
    '@media (prefers-color-scheme: dark)',
  ),
)
const [light = '', dark = ''] = [0, 1].map((part) => sheets.map((parts) => parts[part]).join('\n'))

test.each([
  ['light', light],
  ['dark', dark],
] as const)('a theme is laid over the %s colours that the pages have', (scheme, css) => {
  for (const [name, color] of Object.entries(DEFAULT_THEME[scheme])) {
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    expect(css).toMatch(new RegExp(`--${property}: ${color};`))
  }
})
