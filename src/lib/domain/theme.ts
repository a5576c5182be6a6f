import type { Palette, Theme } from '../schemas/theme.ts'

/** What tokens.css says where a shop's theme does not. */
export const PLAIN_SURFACE = '#faf7f2'
const PLAIN_DARK_SURFACE = '#171412'

const PROPERTIES: Record<keyof Palette, string> = {
  surface: '--surface',
  surfaceRaised: '--surface-raised',
  ink: '--ink',
  muted: '--muted',
  line: '--line',
  accent: '--accent',
  accentInk: '--accent-ink',
  sale: '--sale',
}

/**
 * CSS that lays a shop's colours over tokens.css, wherever that stands in the page; empty without a theme. What a dark
 * palette leaves out is the plain dark one's: a colour made for light ground must not meet a dark one. The schema
 * admits hex colours alone.
 */
export function themeCss(theme: Theme | undefined): string {
  const light = rule(theme, ':root:root')
  if (!theme?.dark) return light
  const dark = rule(theme.dark, ':root:root:root')
  return `@media not all and (prefers-color-scheme:dark){${light}}@media (prefers-color-scheme:dark){${dark}}`
}

/** A shop whose theme has only light colours is light on every device. */
export function isLightOnly(theme: Theme | undefined): boolean {
  return theme !== undefined && theme.dark === undefined
}

/** The ground of the dark scheme; `undefined` where a shop has none. */
export function darkSurface(theme: Theme | undefined): string | undefined {
  return isLightOnly(theme) ? undefined : (theme?.dark?.surface ?? PLAIN_DARK_SURFACE)
}

function rule(palette: Palette | undefined, selector: string): string {
  const declarations = Object.entries(PROPERTIES).flatMap(([name, property]) => {
    const color = palette?.[name as keyof Palette]
    return color ? [`${property}:${color}`] : []
  })
  return declarations.length > 0 ? `${selector}{${declarations.join(';')}}` : ''
}
