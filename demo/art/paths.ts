export type Point = readonly [x: number, y: number]

/** A step of an outline: the end of a line, or control points and end of a quadratic or cubic curve. */
export type Step =
  | readonly [x: number, y: number]
  | readonly [x1: number, y1: number, x: number, y: number]
  | readonly [x1: number, y1: number, x2: number, y2: number, x: number, y: number]

const COMMAND: Record<number, string> = { 2: 'L', 4: 'Q', 6: 'C' }

/** An open path from `start` through `steps`. The middle of a garment is x = 0, right is positive. */
export function path(start: Point, ...steps: Step[]): string {
  return `M${start.map(round).join(' ')}${steps.map(command).join('')}`
}

export function closed(start: Point, ...steps: Step[]): string {
  return `${path(start, ...steps)}Z`
}

/** A closed outline from its right half, which runs from the middle at the top to the middle at the bottom. */
export function symmetric(start: Point, ...steps: Step[]): string {
  return closed(start, ...steps, ...mirrorBack(start, steps))
}

/** An open path that mirrors a right half running from the middle outwards, as necklines and hems do. */
export function mirrorOpen(start: Point, ...steps: Step[]): string {
  const end = endOf(steps[steps.length - 1]) ?? start
  return path([-end[0], end[1]], ...mirrorBack(start, steps), ...steps)
}

function mirrorBack(start: Point, steps: Step[]): Step[] {
  return steps
    .map((step, i) => {
      const from = i === 0 ? start : (endOf(steps[i - 1]) ?? start)
      const controls = pairs(step).slice(0, -1).reverse()
      return [...controls, from].flatMap(([x, y]) => [-x, y]) as unknown as Step
    })
    .reverse()
}

function endOf(step: Step | undefined): Point | undefined {
  return step && pairs(step).at(-1)
}

function pairs(step: Step): Point[] {
  const points: Point[] = []
  for (let i = 0; i + 1 < step.length; i += 2) points.push([step[i] ?? 0, step[i + 1] ?? 0])
  return points
}

function command(step: Step): string {
  return `${COMMAND[step.length]}${step.map(round).join(' ')}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

export function lerp(from: number, to: number, amount: number): number {
  return from + (to - from) * amount
}

/** The same numbers between 0 and 1 for the same seed, so that a picture never changes between runs. */
export function randomFrom(seed: string): () => number {
  let state = 2166136261
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619)
  return () => {
    state = Math.imul(state ^ (state >>> 15), state | 1)
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
    return ((state ^ (state >>> 14)) >>> 0) / 4294967296
  }
}
