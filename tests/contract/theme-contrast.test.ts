import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { DEFAULT_THEME } from '../../contract/theme-contrast.ts'

const tokens = readFileSync(new URL('../../src/styles/tokens.css', import.meta.url), 'utf8')
const [light = '', dark = ''] = tokens.split('@media (prefers-color-scheme: dark)')

test.each([
  ['light', light],
  ['dark', dark],
] as const)('a theme is laid over the %s colours that the pages have', (scheme, css) => {
  for (const [name, color] of Object.entries(DEFAULT_THEME[scheme])) {
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    expect(css).toMatch(new RegExp(`--${property}: ${color};`))
  }
})
