import type { Palette, Theme } from './store-info.ts'

/** WCAG 2.2 AA for text. https://www.w3.org/TR/WCAG22/#contrast-minimum */
export const CONTRAST_MIN = 4.5
const COLOR = /^#[0-9a-f]{6}$/i

/** Defaults of `src/styles/tokens.css` and `status-tokens.css` for colours that a theme omits, and the fixed colours of messages. */
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
    accent: '#dd8a72',
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

/** A colour of a theme that is hard to read on another one. */
interface FaintColor {
  scheme: 'light' | 'dark'
  token: Token
  color: string
  on: Token
  background: string
  /** Contrast to 1, rounded down to one decimal. */
  ratio: string
}

/** The pairs of a theme's colours with too little contrast; what is no colour yet is left out. docs/visual-design.md#theme-a-shop */
export function faintColors({ dark, ...light }: Theme): FaintColor[] {
  return [...faintIn('light', light), ...(dark ? faintIn('dark', dark) : [])]
}

function faintIn(scheme: FaintColor['scheme'], given: Palette): FaintColor[] {
  const own: Partial<Colors> = Object.fromEntries(
    Object.entries<string | undefined>(given).filter(([, color]) => COLOR.test(color ?? '')),
  )
  const colors: Colors = { ...DEFAULT_THEME[scheme], ...own }
  return PAIRS.flatMap(([token, on]) => {
    if (own[token] === undefined && own[on] === undefined) return []
    const [color, background] = [colors[token], colors[on]]
    const contrast = contrastOf(color, background)
    if (contrast >= CONTRAST_MIN) return []
    return [{ scheme, token, color, on, background, ratio: (Math.floor(contrast * 10) / 10).toFixed(1) }]
  })
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrastOf(one: string, other: string): number {
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
