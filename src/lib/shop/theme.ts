import type { Palette, Theme } from '@tanabana/contract/store-info.ts'

/** Default surface colour, as in tokens.css. */
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
  pictureBackdrop: '--picture-backdrop',
}

/**
 * Returns CSS that overrides the colours of tokens.css; empty without a theme. Missing dark colours keep their
 * defaults, because a light colour is unreadable on a dark surface. The schema allows only hex colours.
 */
export function themeCss(theme: Theme | undefined): string {
  const light = rule(theme, ':root:root')
  if (!theme?.dark) return light
  const dark = rule(theme.dark, ':root:root:root')
  return `@media not all and (prefers-color-scheme:dark){${light}}@media (prefers-color-scheme:dark){${dark}}`
}

/** True for a theme without a dark palette: the shop is light on every device. */
export function isLightOnly(theme: Theme | undefined): boolean {
  return theme !== undefined && theme.dark === undefined
}

/** Returns the surface colour of the dark scheme; `undefined` without one. */
export function darkSurface(theme: Theme | undefined): string | undefined {
  return isLightOnly(theme) ? undefined : (theme?.dark?.surface ?? PLAIN_DARK_SURFACE)
}

function rule(palette: Palette | undefined, selector: string): string {
  const properties = Object.entries(PROPERTIES).flatMap(([name, property]) => {
    const color = palette?.[name as keyof Palette]
    return color ? [`${property}:${color}`] : []
  })
  return properties.length > 0 ? `${selector}{${properties.join(';')}}` : ''
}
