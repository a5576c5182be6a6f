/** `amount` 0 gives the first colour, 1 the second. Colours are `#rrggbb`. */
export function mix(first: string, second: string, amount: number): string {
  const [a, b] = [channels(first), channels(second)]
  return `#${a.map((value, i) => toHex(value + ((b[i] ?? 0) - value) * amount)).join('')}`
}

export function darken(colour: string, amount: number): string {
  return mix(colour, '#150d10', amount)
}

export function lighten(colour: string, amount: number): string {
  return mix(colour, '#fffdf8', amount)
}

/** 0 for black, 1 for white, as the eye weighs the channels. */
export function lightness(colour: string): number {
  const [red, green, blue] = channels(colour)
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255
}

/** Red, green and blue, 0 to 255. */
export function channels(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function toHex(value: number): string {
  return Math.round(value).toString(16).padStart(2, '0')
}
