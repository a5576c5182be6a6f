import sharp from 'sharp'
import { BACKDROPS } from './backdrops.ts'
import { channels } from './colour.ts'
import { blurred, noiseField, NOISE_SIDE } from './noise.ts'
import { randomFrom } from './paths.ts'
import type { Backdrop } from './backdrops.ts'

export interface Shot {
  /** The garments on a transparent ground. */
  svg: string
  width: number
  height: number
  /** Pixels per unit of the garment: 0.8 for a whole garment 640 wide, more for a close-up. */
  zoom: number
  backdrop: Backdrop
  seed: string
  /** 0 hangs smooth, 1 is crumpled linen. */
  wrinkle: number
  /** Strength of the visible yarn. */
  yarn: number
  /** Quality of the WebP, 1 to 100. */
  quality?: number
}

const BEND = 11
const WEBP_QUALITY = 72

interface Fields {
  swell: Float32Array
  crumple: Float32Array
  yarn: Float32Array
}

let fields: Fields | undefined

/** Noise is the same for every picture and takes a moment to make, so it is made once, when first needed. */
function studioFields(): Fields {
  fields ??= {
    swell: noiseField('swell', { across: 128, down: 256, count: 2 }),
    crumple: noiseField('crumple', { across: 128, down: 256, count: 3, ridged: true }),
    yarn: noiseField('yarn', { across: 4, down: 2, count: 2 }),
  }
  return fields
}

/**
 * Renders a drawing as a photographic WebP: bends its flat pieces a little, lights crumples and the roundness of the
 * whole from the upper left, adds yarn, and lays its shadow on a seamless wall. SVG filters would give the same
 * result ten times slower.
 */
export async function photograph(shot: Shot): Promise<Buffer> {
  const { width, height } = shot
  const flat = await sharp(Buffer.from(shot.svg)).resize(width, height).ensureAlpha().raw().toBuffer()
  const cloth = bend(flat, shot)
  const pixels = expose(cloth, shot)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .webp({ quality: shot.quality ?? WEBP_QUALITY, effort: 4 })
    .toBuffer()
}

interface Layers {
  red: Float32Array
  green: Float32Array
  blue: Float32Array
  alpha: Float32Array
}

/** Moves every pixel by slow noise, so that straight edges and stripes wander as cloth does. Colours come premultiplied. */
function bend(flat: Buffer, { width, height, zoom, seed }: Shot): Layers {
  const { swell } = studioFields()
  const offset = Math.floor(randomFrom(seed)() * NOISE_SIDE)
  const size = width * height
  const layers: Layers = {
    red: new Float32Array(size),
    green: new Float32Array(size),
    blue: new Float32Array(size),
    alpha: new Float32Array(size),
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = fieldIndex(x / zoom + offset, y / zoom)
      const across = ((swell[at] ?? 0) - 0.5) * BEND * 2 * zoom
      const down = ((swell[(at + 300 * NOISE_SIDE + 500) % swell.length] ?? 0) - 0.5) * BEND * zoom
      const fromX = Math.min(width - 2, Math.max(0, x + across))
      const fromY = Math.min(height - 2, Math.max(0, y + down))
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)]
      const [u, v] = [fromX - left, fromY - top]
      const near = (top * width + left) * 4
      if (!flat[near + 3] && !flat[near + 7] && !flat[near + width * 4 + 3] && !flat[near + width * 4 + 7])
        continue
      const index = y * width + x
      blend(layers, index, flat, near, (1 - u) * (1 - v))
      blend(layers, index, flat, near + 4, u * (1 - v))
      blend(layers, index, flat, near + width * 4, (1 - u) * v)
      blend(layers, index, flat, near + width * 4 + 4, u * v)
    }
  }
  return layers
}

function blend(layers: Layers, index: number, flat: Buffer, from: number, share: number): void {
  const alpha = ((flat[from + 3] ?? 0) / 255) * share
  if (alpha === 0) return
  layers.alpha[index] = (layers.alpha[index] ?? 0) + alpha
  layers.red[index] = (layers.red[index] ?? 0) + (flat[from] ?? 0) * alpha
  layers.green[index] = (layers.green[index] ?? 0) + (flat[from + 1] ?? 0) * alpha
  layers.blue[index] = (layers.blue[index] ?? 0) + (flat[from + 2] ?? 0) * alpha
}

function expose({ red, green, blue, alpha }: Layers, shot: Shot): Buffer {
  const { width, height } = shot
  const shadowAt = shadowOf(alpha, shot)
  const lightAt = lightMeter({ red, green, blue, alpha }, shot)
  const wall = wallOf(shot)
  const pixels = Buffer.allocUnsafe(width * height * 3)

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const index = y * width + x
      const cover = alpha[index] ?? 0
      const seen = 1 - cover
      const shadow = seen > 0 ? (1 - shadowAt(x, y)) * seen : 0
      const light = cover > 0 ? lightAt(x, y) : 1
      const [dim, lift] = light < 1 ? [light, 0] : [1 - (light - 1) * 0.8, 255 * cover * (light - 1) * 0.8]
      const at = index * 3
      pixels[at] = clamp((red[index] ?? 0) * dim + lift + (wall[at] ?? 0) * shadow, 0, 255)
      pixels[at + 1] = clamp((green[index] ?? 0) * dim + lift + (wall[at + 1] ?? 0) * shadow, 0, 255)
      pixels[at + 2] = clamp((blue[index] ?? 0) * dim + lift + (wall[at + 2] ?? 0) * shadow, 0, 255)
    }
  }
  return pixels
}

/** A near and a far shadow of everything covered, towards the lower right; blurred at half size for speed. */
function shadowOf(alpha: Float32Array, { width, height, zoom }: Shot): (x: number, y: number) => number {
  const [halfWidth, halfHeight] = [width >> 1, height >> 1]
  const half = new Float32Array(halfWidth * halfHeight)
  for (let y = 0; y < halfHeight; y++) {
    for (let x = 0; x < halfWidth; x++) half[y * halfWidth + x] = alpha[y * 2 * width + x * 2] ?? 0
  }
  const near = blurred(half, halfWidth, halfHeight, Math.round(2.5 * zoom))
  const far = blurred(half, halfWidth, halfHeight, Math.round(10 * zoom))
  const [nearX, nearY] = [Math.round(4 * zoom), Math.round(8 * zoom)]
  const [farX, farY] = [Math.round(18 * zoom), Math.round(32 * zoom)]
  return (x, y) =>
    0.3 * take(near, (x - nearX) >> 1, (y - nearY) >> 1, halfWidth) +
    0.26 * take(far, (x - farX) >> 1, (y - farY) >> 1, halfWidth)
}

/** How much light each covered pixel throws back: 1 is its own colour, less is shade, more is shine. */
function lightMeter({ red, green, blue, alpha }: Layers, shot: Shot): (x: number, y: number) => number {
  const { width, height, zoom, wrinkle, yarn, seed } = shot
  const { crumple, yarn: threads } = studioFields()
  const offset = Math.floor(randomFrom(`${seed} crumple`)() * NOISE_SIDE)
  const round = blurred(alpha, width, height, Math.round(11 * zoom))
  const relief = (1.1 + wrinkle * 2.6) * 1.6
  return (x, y) => {
    const index = y * width + x
    const slope = slopeOf(crumple, fieldIndex(x / zoom + offset, y / zoom + offset)) * relief
    const across = take(round, x + 2, y, width) - take(round, x - 2, y, width)
    const down = take(round, x, y + 2, width) - take(round, x, y - 2, width)
    const edge = (across * 0.5 + down * 0.75) * zoom * 2.6
    const thread = ((threads[fieldIndex(x * 1.2, y * 1.2)] ?? 0.5) - 0.5) * 0.14 * yarn
    const opacity = alpha[index] ?? 0
    const bright =
      ((red[index] ?? 0) + (green[index] ?? 0) + (blue[index] ?? 0)) / (765 * (opacity === 0 ? 1 : opacity))
    // White cloth shows shadows but no lights, and would look soiled at full strength.
    const calm = bright > 0.75 ? 1 - (bright - 0.75) * 2.6 : 1
    return 1.03 - (1 - calm) * 0.06 + (clamp(slope, -0.26, 0.2) + thread) * calm + clamp(edge, -0.42, 0.26)
  }
}

const walls = new Map<string, Uint8ClampedArray>()

/** A seamless wall, lit from the upper left, with the light of a window far out of focus; kept for the next picture. */
function wallOf({ width, height, backdrop }: Shot): Uint8ClampedArray {
  const name = `${backdrop} ${width} ${height}`
  const known = walls.get(name)
  if (known) return known
  const [lit, deep] = [channels(BACKDROPS[backdrop][0]), channels(BACKDROPS[backdrop][1])]
  const isFlat = BACKDROPS[backdrop][0] === BACKDROPS[backdrop][1]
  const reach = Math.hypot(width, height) * 0.74
  const wall = new Uint8ClampedArray(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const away = clamp((Math.hypot(x - width * 0.36, y - height * 0.32) / reach - 0.35) / 0.65, 0, 1)
      const fall = away * away * (3 - 2 * away)
      const window = isFlat ? 0 : Math.max(0, Math.sin(((x + y * 0.45) / width) * 5.2 - 0.6)) ** 3 * 9
      // A grain finer than one step of brightness keeps the gradient from banding.
      const grain = isFlat ? 0 : ((x * 12.9898 + y * 78.233) % 1) - 0.5
      lit.forEach((from, channel) => {
        wall[(y * width + x) * 3 + channel] = from + ((deep[channel] ?? 0) - from) * fall + window + grain
      })
    }
  }
  walls.set(name, wall)
  return wall
}

/** How the field falls towards the lower right, where the light does not reach. */
function slopeOf(field: Float32Array, at: number): number {
  const size = field.length
  const across = (field[(at + 3) % size] ?? 0) - (field[(at + size - 3) % size] ?? 0)
  const down = (field[(at + 3 * NOISE_SIDE) % size] ?? 0) - (field[(at + size - 3 * NOISE_SIDE) % size] ?? 0)
  return across * 0.55 + down * 0.8
}

function fieldIndex(x: number, y: number): number {
  const side = NOISE_SIDE - 1
  return ((Math.floor(y) & side) << 10) | (Math.floor(x) & side)
}

/** Beyond its edges a plane goes on as it ends, since a close-up shows only a part of a garment. */
function take(plane: Float32Array, x: number, y: number, width: number): number {
  const column = x < 0 ? 0 : x >= width ? width - 1 : x
  const index = (y < 0 ? 0 : y) * width + column
  return plane[index < plane.length ? index : plane.length - width + column] ?? 0
}

function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value
}
