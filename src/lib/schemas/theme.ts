import * as z from 'zod/mini'

const color = z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/i)))
const palette = paletteOf(color)

/**
 * A shop's palette, beyond the specification: six-digit hex colours, each optional, and in `dark` those of the dark
 * scheme. Without `dark` the shop stays light. docs/requirements.md#1112-further-fields-of-store-info
 */
const themeSchema = z.object({ ...palette, dark: z.optional(z.object(palette)) })

const leniently = z.catch(z.optional(themeSchema), undefined)

export type Theme = z.output<typeof themeSchema>
export type Palette = Omit<Theme, 'dark'>

/** Reads the theme of store info; `undefined` when it is invalid. */
export function readTheme(received: unknown): Theme | undefined {
  return leniently.parse(received)
}

/** Returns a palette schema with `color` for each colour. */
export function paletteOf<T>(color: T) {
  return {
    surface: color,
    surfaceRaised: color,
    ink: color,
    muted: color,
    line: color,
    accent: color,
    accentInk: color,
    sale: color,
  }
}
