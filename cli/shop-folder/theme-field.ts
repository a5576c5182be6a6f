import * as z from 'zod'

import { paletteOf } from '@tanabana/contract/store-info.ts'

const COLOR_HELP = 'write a colour as six hexadecimal digits, such as #8f3427'
/** WCAG 2.2 AA for text. https://www.w3.org/TR/WCAG22/#contrast-minimum */
const CONTRAST_MIN = 4.5

const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, COLOR_HELP)
  .optional()
const palette = z.strictObject(paletteOf(color))
type Palette = z.output<typeof palette>

/** Defaults of `src/styles/tokens.css` for colours that a theme omits, and the fixed colours of messages. */
export const DEFAULT_THEME = {
  light: {
    surface: '#faf7f2',
    surfaceRaised: '#ffffff',
    ink: '#211d1a',
    muted: '#6a6058',
    accent: '#8a2f2b',
    accentInk: '#ffffff',
    sale: '#a3302a',
    success: '#1f6b3f',
    warning: '#7a5200',
    danger: '#a3201f',
    info: '#1d5896',
    violet: '#6a3aa0',
  },
  dark: {
    surface: '#171412',
    surfaceRaised: '#221d1a',
    ink: '#f3ece2',
    muted: '#b5a99b',
    accent: '#e8a08f',
    accentInk: '#2b100b',
    sale: '#f09a8c',
    success: '#7fcf9f',
    warning: '#e2b54a',
    danger: '#f4a29b',
    info: '#93c0f2',
    violet: '#c8aaf3',
  },
}
type Colors = typeof DEFAULT_THEME.light
type Token = keyof Colors

const MESSAGE_COLORS = ['success', 'warning', 'danger', 'info', 'violet'] as const

/** Text and background pairs; the message names the first to fix. */
const PAIRS: [token: Token, on: Token][] = [
  ...(['ink', 'muted', 'accent', 'sale'] as const).flatMap((text): [Token, Token][] => [
    [text, 'surface'],
    [text, 'surfaceRaised'],
  ]),
  ['accentInk', 'accent'],
  ...MESSAGE_COLORS.flatMap((text): [Token, Token][] => [
    ['surface', text],
    ['surfaceRaised', text],
  ]),
]

/** A shop's colours; refuses pairs with too little contrast. docs/visual-design.md#theme-a-shop */
export const themeField = z
  .strictObject({ ...palette.shape, dark: palette.optional() })
  .superRefine(({ dark, ...light }, context) => {
    const schemes = [
      { path: [], given: light, plain: DEFAULT_THEME.light },
      ...(dark ? [{ path: ['dark'], given: dark, plain: DEFAULT_THEME.dark }] : []),
    ]
    for (const { path, given, plain } of schemes) {
      for (const { token, message } of faintIn(given, plain))
        context.addIssue({ code: 'custom', path: [...path, token], message })
    }
  })
  .optional()

function faintIn(given: Palette, plain: Colors): { token: Token; message: string }[] {
  const own = Object.fromEntries(
    Object.entries<string | undefined>(given).flatMap(([token, value]) =>
      value === undefined ? [] : [[token, value]],
    ),
  )
  const colors: Colors = { ...plain, ...own }
  return PAIRS.flatMap(([token, on]) => {
    if (own[token] === undefined && own[on] === undefined) return []
    const [one, other] = [colors[token], colors[on]]
    const ratio = contrast(one, other)
    if (ratio >= CONTRAST_MIN) return []
    const rounded = (Math.floor(ratio * 10) / 10).toFixed(1)
    return [
      {
        token,
        message: `the contrast of ${one} and ${on} ${other} is ${rounded} to 1; choose colours with at least 4.5 to 1`,
      },
    ]
  })
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
