import type { Theme } from '../schemas/store-info.ts'

/** What tokens.css says where a shop's theme does not. */
export const PLAIN_SURFACE = '#faf7f2'

const PROPERTIES: Record<keyof Theme, string> = {
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
 * CSS that lays a shop's colours over tokens.css, wherever that stands in the page; empty without a theme. The schema
 * admits hex colours alone.
 */
export function themeCss(theme: Theme | undefined): string {
  const declarations = Object.entries(PROPERTIES).flatMap(([name, property]) => {
    const color = theme?.[name as keyof Theme]
    return color ? [`${property}:${color}`] : []
  })
  return declarations.length > 0 ? `:root:root{${declarations.join(';')}}` : ''
}
