import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { darkSurface, isLightOnly, themeCss } from '../../../src/lib/shop/theme.ts'
import { readTheme } from '@tanabana/contract/store-info.ts'

/** Each text on each ground that it stands on, WCAG 2.2 AA: 4.5 to 1. */
const PAIRS = [
  ...['ink', 'muted', 'accent', 'sale', 'success', 'warning', 'danger', 'info', 'violet'].flatMap((text) => [
    [text, 'surface'],
    [text, 'surface-raised'],
  ]),
  ['ink', 'surface-sunken'],
  ['muted', 'surface-sunken'],
  ['surface', 'ink'],
  ['surface', 'sale'],
  ['accent-ink', 'accent'],
  ['yellow-ink', 'yellow'],
] as [string, string][]

const tokens = readFileSync(new URL('../../../src/styles/tokens.css', import.meta.url), 'utf8')
const [lightTokens = '', darkTokens = ''] = tokens.split('@media (prefers-color-scheme: dark)')
const plain = { light: colors(lightTokens), dark: colors(darkTokens) }

const demoShops = ['tanabana', 'dhaaga'].map((name) => {
  const record = readFileSync(new URL(`../../../demo/${name}/store.json`, import.meta.url), 'utf8')
  const [light = '', dark = ''] = themeCss(readTheme(JSON.parse(record).theme)).split(/(?=@media \()/)
  return { name, light: colors(light), dark: colors(dark) }
})

describe.each([{ name: 'without a theme', light: {}, dark: {} }, ...demoShops])('$name', (shop) => {
  test.each(['light', 'dark'] as const)('every text can be read in the %s scheme', (scheme) => {
    if (shop.name !== 'without a theme') expect(Object.keys(shop[scheme])).toHaveLength(9)
    const palette = { ...plain.light, ...plain[scheme], ...shop[scheme] }
    palette['surface-sunken'] = mix(palette.surface, palette.ink, 0.05)
    const faint = PAIRS.map(([text, ground]) => ({
      text,
      ground,
      is: contrast(palette[text], palette[ground]),
    }))
    expect(faint.filter(({ is }) => is < 4.5)).toEqual([])
  })
})

describe('the dark scheme', () => {
  const light = { surface: '#ffeedd' }
  test.each([
    ['is the plain one without a theme', undefined, false, '#171412', ''],
    [
      'stays away from a theme for light ground alone',
      light,
      true,
      undefined,
      ':root:root{--surface:#ffeedd}',
    ],
    [
      "is the theme's own",
      { ...light, dark: { surface: '#112233' } },
      false,
      '#112233',
      '@media not all and (prefers-color-scheme:dark){:root:root{--surface:#ffeedd}}@media (prefers-color-scheme:dark){:root:root:root{--surface:#112233}}',
    ],
  ])('%s', (_, theme, isLight, surface, css) => {
    const read = readTheme(theme)
    expect([isLightOnly(read), darkSurface(read), themeCss(read)]).toEqual([isLight, surface, css])
  })
})

test('a theme with an invalid colour is ignored', () => {
  for (const theme of [{ ink: 'red' }, { dark: { ink: '#fff' } }, 'any', null])
    expect(readTheme(theme)).toBeUndefined()
})

function colors(css: string): Record<string, string> {
  return Object.fromEntries(
    [...css.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, color]) => [name, color]),
  )
}

function channels(color = ''): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}

/** Near enough to what `color-mix` gives for a twentieth. */
function mix(color = '', other = '', share = 0): string {
  const others = channels(other)
  const mixed = channels(color).map((value, index) => value + ((others[index] ?? 0) - value) * share)
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one?: string, other?: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color?: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
