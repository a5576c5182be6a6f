import { randomFrom } from './paths.ts'

/** A square field of smooth random heights between 0 and 1 whose edges meet; side in units of the picture. */
export const NOISE_SIDE = 1024

interface Octaves {
  /** Units between two bumps, across and down; powers of two. */
  across: number
  down: number
  count: number
  /** Folds every octave around its middle, which turns bumps into ridges. */
  ridged?: boolean
}

export function noiseField(seed: string, { across, down, count, ridged = false }: Octaves): Float32Array {
  const field = new Float32Array(NOISE_SIDE * NOISE_SIDE)
  let weight = 1
  let total = 0
  for (let octave = 0; octave < count; octave++) {
    addOctave(field, `${seed}${octave}`, { stepX: across >> octave, stepY: down >> octave, weight, ridged })
    total += weight
    weight *= 0.48
  }
  for (let i = 0; i < field.length; i++) field[i] = (field[i] ?? 0) / total
  return field
}

interface Octave {
  stepX: number
  stepY: number
  weight: number
  ridged: boolean
}

function addOctave(field: Float32Array, seed: string, { stepX, stepY, weight, ridged }: Octave): void {
  const [columns, rows] = [NOISE_SIDE / stepX, NOISE_SIDE / stepY]
  const random = randomFrom(seed)
  const knots = Float32Array.from({ length: columns * rows }, random)
  const knot = (x: number, y: number) => knots[(y % rows) * columns + (x % columns)] ?? 0
  for (let y = 0; y < NOISE_SIDE; y++) {
    const row = Math.floor(y / stepY)
    const v = smooth((y % stepY) / stepY)
    for (let x = 0; x < NOISE_SIDE; x++) {
      const column = Math.floor(x / stepX)
      const u = smooth((x % stepX) / stepX)
      const above = knot(column, row) * (1 - u) + knot(column + 1, row) * u
      const below = knot(column, row + 1) * (1 - u) + knot(column + 1, row + 1) * u
      const value = above * (1 - v) + below * v
      const at = y * NOISE_SIDE + x
      field[at] = (field[at] ?? 0) + weight * (ridged ? 1 - Math.sqrt((value * 2 - 1) ** 2 + 0.01) : value)
    }
  }
}

function smooth(at: number): number {
  return at * at * at * (at * (at * 6 - 15) + 10)
}

/** Blurs a plane of numbers by a running mean, twice over, which comes close to a Gaussian. */
export function blurred(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const across = { lines: height, length: width, step: 1, jump: width, radius }
  const down = { lines: width, length: height, step: width, jump: 1, radius }
  const [first, second] = [new Float32Array(plane.length), new Float32Array(plane.length)]
  meanAlong(plane, first, across)
  meanAlong(first, second, down)
  meanAlong(second, first, across)
  meanAlong(first, second, down)
  return second
}

interface Run {
  lines: number
  length: number
  /** Distance in the array between neighbours on a line, and between lines. */
  step: number
  jump: number
  radius: number
}

function meanAlong(from: Float32Array, to: Float32Array, { lines, length, step, jump, radius }: Run): void {
  const share = 1 / (radius * 2 + 1)
  for (let line = 0; line < lines; line++) {
    const start = line * jump
    let sum = (from[start] ?? 0) * (radius + 1)
    for (let i = 1; i <= radius; i++) sum += from[start + Math.min(i, length - 1) * step] ?? 0
    for (let i = 0; i < length; i++) {
      to[start + i * step] = sum * share
      sum += from[start + Math.min(i + radius + 1, length - 1) * step] ?? 0
      sum -= from[start + Math.max(i - radius, 0) * step] ?? 0
    }
  }
}
