import { darken, lighten } from '../colour.ts'
import type { Point } from '../paths.ts'

/** A round button with four holes; `y` values give one button each. */
export function buttons(x: number, ys: readonly number[], colour: string, radius = 6.5): string {
  return ys
    .map(
      (
        y,
      ) => `<g transform="translate(${x} ${y})"><circle r="${radius}" cx="1" cy="2.4" fill="#000" opacity=".35"/>
      <circle r="${radius}" fill="${colour}"/><circle r="${radius * 0.72}" fill="none" stroke="${darken(colour, 0.3)}" stroke-width="1" opacity=".6"/>
      <path d="M${-radius * 0.6} ${-radius * 0.5}A${radius} ${radius} 0 0 1 ${radius * 0.5} ${-radius * 0.62}" stroke="${lighten(colour, 0.7)}" stroke-width="1.4" fill="none" opacity=".8"/>
      <g fill="${darken(colour, 0.6)}"><circle cx="-1.8" cy="-1.8" r=".9"/><circle cx="1.8" cy="-1.8" r=".9"/><circle cx="-1.8" cy="1.8" r=".9"/><circle cx="1.8" cy="1.8" r=".9"/></g></g>`,
    )
    .join('')
}

/** Ribbed edge along a path: bars across a band in a slightly deeper tone of the cloth. */
export function ribbing(along: string, width: number, colour: string): string {
  return `<path d="${along}" fill="none" stroke="${darken(colour, 0.12)}" stroke-width="${width}"/>
    <path d="${along}" fill="none" stroke="${darken(colour, 0.42)}" stroke-width="${width}" stroke-dasharray="1.8 4.4" opacity=".55"/>
    <path d="${along}" fill="none" stroke="${lighten(colour, 0.4)}" stroke-width="${width}" stroke-dasharray="1.4 4.8" stroke-dashoffset="-3" opacity=".3"/>`
}

/** Evenly spaced values from `first`, `count` of them. */
export function spaced(first: number, last: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => first + ((last - first) * i) / Math.max(1, count - 1))
}

/** A cord hanging between points, with a knot or tip at its end. */
export function cord(points: readonly Point[], colour: string, width = 5): string {
  const [first, ...rest] = points
  if (!first) return ''
  const d = `M${first.join(' ')}${rest.map((point, i) => (i % 2 ? ` ${point.join(' ')}` : `Q${point.join(' ')}`)).join('')}`
  return `<path d="${d}" fill="none" stroke="#1c0f18" stroke-opacity=".35" stroke-width="${width + 1}" transform="translate(2 4)"/>
    <path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>
    <path d="${d}" fill="none" stroke="${darken(colour, 0.4)}" stroke-width="${width}" stroke-dasharray="1.5 4" opacity=".35"/>`
}

/** A tassel hanging down from a point. */
export function tassel([x, y]: Point, colour: string, length = 46): string {
  const strands = Array.from(
    { length: 9 },
    (_, i) => `M0 8Q${(i - 4) * 2} ${length * 0.5} ${(i - 4) * 3} ${length - (i % 3) * 3}`,
  ).join('')
  return `<g transform="translate(${x} ${y})"><path d="${strands}" stroke="${darken(colour, 0.3)}" stroke-width="3.4" fill="none"/>
    <path d="${strands}" stroke="${colour}" stroke-width="2" fill="none"/><circle r="7" cy="2" fill="${colour}"/><path d="M-6 9h12" stroke="${lighten(colour, 0.5)}" stroke-width="3"/></g>`
}

/** Knotted threads along the straight edge of a cloth. */
export function fringe(from: Point, to: Point, colour: string, length = 40, count = 26): string {
  return Array.from({ length: count }, (_, i) => {
    const at = (i + 0.5) / count
    const [x, y] = [from[0] + (to[0] - from[0]) * at, from[1] + (to[1] - from[1]) * at]
    const sway = ((i * 7) % 5) - 2
    return `<path d="M${x} ${y - 3}q${sway} ${length * 0.5} ${sway * 1.6} ${length - ((i * 5) % 4) * 2}" stroke="${i % 2 ? colour : darken(colour, 0.22)}" stroke-width="3" fill="none" stroke-linecap="round"/>`
  }).join('')
}
