/** A repeat of cloth, in the picture's own units, and how it takes the light. */
export interface Fabric {
  width: number
  height: number
  tile: string
  /** Turns the whole repeat, in degrees. */
  turn?: number
  /** 0 is matt, 1 is satin. */
  sheen?: number
  /** 0 is heavy and smooth, 1 is crumpled linen. */
  wrinkle?: number
  /** Strength of the visible yarn. */
  yarn?: number
}

/** Ground colour first, then the pattern's colours; missing ones repeat the last given. */
export type Weave = (ground: string, ink: string, second: string) => Fabric

export function ground(width: number, height: number, colour: string): string {
  return `<rect width="${width}" height="${height}" fill="${colour}"/>`
}

/** The same motif at each place, as `x y scale degrees`. */
export function scatter(
  motif: string,
  places: readonly (readonly [number, number, number?, number?])[],
): string {
  return places
    .map(
      ([x, y, scale = 1, turn = 0]) =>
        `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${motif}</g>`,
    )
    .join('')
}

export function petals(count: number, petal: string): string {
  return Array.from(
    { length: count },
    (_, i) => `<g transform="rotate(${(360 / count) * i})">${petal}</g>`,
  ).join('')
}
