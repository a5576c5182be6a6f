import { closed, lerp, randomFrom } from './paths.ts'
import type { Point } from './paths.ts'

/** Soft dark and light shapes that make a flat outline fall like cloth. */
export interface Shading {
  dark: string[]
  light: string[]
}

/** A crease from one point to another: thin at its ends, `width` in the middle, lit beside it. */
export function crease(from: Point, to: Point, bend = 0, width = 14): Shading {
  return { dark: [leaf(from, to, bend, width)], light: [leaf(from, to, bend - width * 1.1, width * 0.8)] }
}

/** The same crease on both sides of the middle. */
export function creasePair(from: Point, to: Point, bend = 0, width = 14): Shading[] {
  return [crease(from, to, bend, width), crease([-from[0], from[1]], [-to[0], to[1]], -bend, width)]
}

interface Edge {
  left: number
  right: number
  y: number
  /** How much lower the middle lies than the ends. */
  drop?: number
}

/** Pleats running from one edge to another, opening towards the lower one. */
export function pleats(top: Edge, bottom: Edge, count: number, depth = 0.5, seed = 'pleats'): Shading {
  const random = randomFrom(`${seed}${count}${top.y}`)
  const shading: Shading = { dark: [], light: [] }
  for (let i = 1; i < count; i++) {
    const at = (i + (random() - 0.5) * 0.5) / count
    const low = (i + (random() - 0.5) * 0.35) / count
    const width = ((bottom.right - bottom.left) / count) * depth * lerp(0.7, 1.3, random())
    const from = on(top, at)
    const start: Point = [from[0], from[1] + (bottom.y - top.y) * 0.12 * random()]
    const to = on(bottom, low)
    shading.dark.push(wedge(start, to, width))
    shading.light.push(wedge(start, [to[0] - width, to[1]], width * 0.7))
  }
  return shading
}

/** Loose hanging folds that reach up from a hem and die out. */
export function hemFolds(bottom: Edge, reach: number, count: number, seed = 'hem'): Shading {
  const random = randomFrom(`${seed}${count}${bottom.y}`)
  const shading: Shading = { dark: [], light: [] }
  for (let i = 0; i < count; i++) {
    const [x, y] = on(bottom, (i + 0.25 + random() * 0.5) / count)
    const height = reach * lerp(0.45, 1, random())
    const width = ((bottom.right - bottom.left) / count) * lerp(0.25, 0.45, random())
    shading.dark.push(wedge([x * 0.93, y - height], [x, y + 6], width))
    shading.light.push(wedge([x * 0.93 - width * 0.5, y - height * 0.9], [x - width, y + 6], width * 0.7))
  }
  return shading
}

function on(edge: Edge, at: number): Point {
  const fromMiddle = at * 2 - 1
  return [lerp(edge.left, edge.right, at), edge.y + (edge.drop ?? 0) * (1 - fromMiddle * fromMiddle)]
}

function leaf(from: Point, to: Point, bend: number, width: number): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(dx, dy) || 1
  const [nx, ny] = [-dy / length, dx / length]
  const control = (away: number): Point => [
    (from[0] + to[0]) / 2 + nx * away,
    (from[1] + to[1]) / 2 + ny * away,
  ]
  return closed(from, [...control(bend + width), ...to], [...control(bend - width), ...from])
}

function wedge(from: Point, to: Point, width: number): string {
  const middle = (from[1] + to[1]) / 2
  return closed(
    from,
    [lerp(from[0], to[0], 0.5) + width * 0.15, middle, to[0] + width / 2, to[1]],
    [to[0] - width / 2, to[1]],
    [lerp(from[0], to[0], 0.5) - width * 0.15, middle, ...from],
  )
}
