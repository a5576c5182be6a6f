import { darken, lighten, mix } from '../colour.ts'
import { ground, petals, scatter } from './fabric.ts'
import type { Weave } from './fabric.ts'

/** A small block-printed flower on a stem, slightly uneven as a hand-pressed block leaves it. */
function butaMotif(ink: string, second: string): string {
  return `<path d="M0 22C-1 12 1 8 0 2" stroke="${second}" stroke-width="2.2" fill="none"/>
    <path d="M0 18C-9 17-13 11-12 6C-5 7-1 11 0 18ZM0 14C8 13 12 8 11 3C5 4 1 8 0 14Z" fill="${second}"/>
    <g transform="translate(0 -6)" fill="${ink}">${petals(6, '<path d="M0-2C5-6 4-12 0-14C-4-12-5-6 0-2Z"/>')}</g>
    <circle cy="-6" r="3" fill="${second}"/>`
}

export const buta: Weave = (base, ink, second) => {
  const motif = butaMotif(ink, second)
  const dots = `<circle r="2" fill="${ink}" opacity=".8"/>`
  const tile = `${ground(72, 84, base)}${scatter(motif, [
    [18, 22, 0.95],
    [54, 64, 0.95],
  ])}${scatter(dots, [
    [54, 16],
    [18, 64],
    [36, 42],
    [0, 42],
    [72, 42],
  ])}`
  return { width: 72, height: 84, tile, wrinkle: 0.55, yarn: 0.9 }
}

/** Climbing trellis of leaves and flowers. */
export const jaal: Weave = (base, ink, second) => {
  const leaf = `<path d="M0 0C4-8 13-10 19-6C14 1 7 3 0 0Z" fill="${second}"/>`
  const flower = `<g fill="${ink}">${petals(5, '<path d="M0-3C8-7 7-16 0-18C-7-16-8-7 0-3Z"/>')}</g><circle r="4" fill="${second}"/>`
  const vine = `<path d="M24-6C-6 26 54 58 24 90M72 36C42 68 102 100 72 132M72-48C42-16 102 16 72 48" stroke="${second}" stroke-width="2.2" fill="none"/>`
  const leaves = scatter(leaf, [
    [16, 12, 1, -20],
    [14, 20, 1, 190],
    [34, 50, 1, 10],
    [34, 62, 1, 160],
    [66, 54, 1, 0],
    [64, 66, 1, 190],
    [84, 12, 1, 20],
    [82, 20, 1, 165],
  ])
  const tile = `${ground(96, 84, base)}${vine}${leaves}${scatter(flower, [
    [24, 37, 0.85],
    [72, 79, 0.85],
    [72, -5, 0.85],
  ])}`
  return { width: 96, height: 84, tile, wrinkle: 0.5, yarn: 0.9 }
}

export const floral: Weave = (base, ink, second) => {
  const deep = darken(ink, 0.25)
  const bloom = `<g fill="${ink}">${petals(5, '<path d="M0 0C-16-10-14-28 0-30C14-28 16-10 0 0Z"/>')}</g><g stroke="${deep}" stroke-width="1.4" fill="none" opacity=".6">${petals(5, '<path d="M0-5V-21M0-6L-5-16M0-6L5-16"/>')}</g><circle r="5.5" fill="${second}"/><circle r="2" fill="${deep}"/>`
  const leaf = `<path d="M0 0C6-12 22-16 32-8C24 3 10 6 0 0Z" fill="${second}" opacity=".9"/><path d="M2-1Q16-8 28-7" stroke="${base}" stroke-width="1.2" fill="none"/>`
  const bud = `<path d="M0 0C-6-5-5-13 0-16C5-13 6-5 0 0Z" fill="${ink}"/>`
  const tile = `${ground(130, 130, base)}${scatter(leaf, [
    [34, 48, 1, 30],
    [28, 36, 1, 200],
    [98, 104, 1, -40],
    [92, 116, 1, 150],
    [104, 34, 0.7, 70],
    [40, 104, 0.7, -100],
  ])}${scatter(bloom, [
    [34, 36, 1, 0],
    [98, 102, 0.9, 36],
  ])}${scatter(bloom, [
    [100, 30, 0.5, 12],
    [32, 104, 0.55, 50],
  ])}${scatter(bud, [
    [66, 64, 1, 30],
    [66, 8, 0.9, -50],
    [8, 72, 0.8, 100],
    [126, 70, 0.8, -20],
    [62, 122, 0.8, 160],
  ])}`
  return { width: 130, height: 130, tile, wrinkle: 0.45, yarn: 0.7 }
}

export const paisley: Weave = (base, ink, second) => {
  const drop = `<path d="M0 26C-20 22-22-4-6-16C4-24 18-22 16-34C28-22 26-6 20 6C15 18 8 26 0 26Z" fill="${ink}"/><path d="M0 19C-13 15-14-2-3-10C5-15 12-14 15-20C18-10 16-2 13 5C10 13 6 18 0 19Z" fill="${base}"/><path d="M1 13C-7 10-7 1 0-4C5-6 9-6 10-8C11 0 9 10 1 13Z" fill="${second}"/><circle cx="2" cy="5" r="2.6" fill="${base}"/>`
  const dots = `<g fill="${second}">${petals(6, '<circle cy="-6" r="2"/>')}</g><circle r="2.4" fill="${ink}"/>`
  const tile = `${ground(96, 104, base)}${scatter(drop, [
    [24, 30, 0.8, 8],
    [72, 82, 0.8, 8],
  ])}${scatter(dots, [
    [72, 26],
    [24, 78],
    [48, 52, 0.7],
    [0, 0, 0.7],
    [96, 0, 0.7],
    [0, 104, 0.7],
    [96, 104, 0.7],
  ])}`
  return { width: 96, height: 104, tile, sheen: 0.3, wrinkle: 0.4 }
}

/** Stars and quartered rounds on a grid, as resist and madder blocks print them. */
export const ajrakh: Weave = (base, ink, second) => {
  const star = `<g fill="${ink}">${petals(8, '<path d="M0 0L-6-15L0-25L6-15Z"/>')}</g><circle r="10" fill="${base}" stroke="${second}" stroke-width="2.2"/><g fill="${second}">${petals(8, '<circle cy="-6" r="1.3"/>')}</g><circle r="2.6" fill="${second}"/><g fill="${second}">${petals(8, '<circle cy="-29" r="1.9"/>')}</g>`
  const small = `<g fill="${ink}">${petals(4, '<path d="M0 0L-6-7L0-15L6-7Z"/>')}</g><circle r="3.4" fill="${second}"/>`
  const grid = `<path d="M0 0H76M0 0V76" stroke="${second}" stroke-width="0" />`
  const tile = `${ground(76, 76, base)}${grid}${scatter(star, [[38, 38]])}${scatter(small, [
    [0, 0],
    [76, 0],
    [0, 76],
    [76, 76],
  ])}`
  return { width: 76, height: 76, tile, wrinkle: 0.4, sheen: 0.25 }
}

/** Diamonds whose edges feather where the tied yarns met the dye. */
export const ikat: Weave = (base, ink) => {
  const diamond = (size: number, colour: string) =>
    Array.from({ length: 11 }, (_, i) => {
      const y = (i - 5) * (size / 5)
      const half = size * (1 - Math.abs(i - 5) / 5.6) * 0.72 + ((i * 7) % 5) - 2
      return `<path d="M${-half} ${y}H${half}" stroke="${colour}" stroke-width="${size / 5 + 0.6}"/>`
    }).join('')
  const motif = `${diamond(40, ink)}${diamond(27, base)}${diamond(13, ink)}`
  const small = diamond(9, ink)
  const tile = `${ground(84, 104, base)}${scatter(motif, [[42, 52]])}${scatter(small, [
    [0, 0],
    [84, 0],
    [0, 104],
    [84, 104],
  ])}<g stroke="${mix(base, ink, 0.4)}" stroke-width="1" opacity=".35"><path d="M6 0V104M27 0V104M49 0V104M71 0V104"/></g>`
  return { width: 84, height: 104, tile, wrinkle: 0.5, yarn: 1.2 }
}

/** Rings of tied dots. */
export const bandhani: Weave = (base, ink, second) => {
  const dot = `<circle r="3.1" fill="${ink}"/><circle r="1.2" fill="${darken(base, 0.25)}"/>`
  const ring =
    petals(10, `<g transform="translate(0 -19)">${dot}</g>`) +
    petals(5, `<g transform="translate(0 -9)">${dot}</g>`) +
    dot
  const fill = scatter(dot, [
    [0, 0],
    [80, 0],
    [0, 80],
    [80, 80],
    [0, 40],
    [80, 40],
    [40, 0],
    [40, 80],
    [14, 14],
    [66, 14],
    [14, 66],
    [66, 66],
    [8, 27],
    [72, 27],
    [8, 53],
    [72, 53],
    [27, 8],
    [53, 8],
    [27, 72],
    [53, 72],
  ])
  const tile = `${ground(80, 80, base)}${fill}${scatter(ring, [[40, 40]])}<circle cx="40" cy="40" r="1.6" fill="${second}"/>`
  return { width: 80, height: 80, tile, wrinkle: 0.7, sheen: 0.35 }
}

/** Waves of colour across the cloth. */
export const leheriya: Weave = (base, ink, second) => {
  const wave = (y: number) => `M-10 ${y + 5}L0 ${y}L30 ${y + 18}L60 ${y}L70 ${y + 5}`
  const line = (y: number, colour: string, width: number) =>
    `<path d="${wave(y)}${wave(y - 66)}${wave(y + 66)}" stroke="${colour}" stroke-width="${width}" fill="none"/>`
  const tile = `${ground(60, 66, base)}${line(6, ink, 10)}${line(24, second, 4)}${line(34, ink, 3)}${line(46, second, 8)}`
  return { width: 60, height: 66, tile, turn: -38, wrinkle: 0.55, sheen: 0.35 }
}

/** A spiral of dyes running into one another; one repeat covers a whole garment. */
export const tieDye: Weave = (base, ink, second) => {
  const arms = 14
  const along = (turn: number, i: number) => {
    const radius = 8 + i * 26
    const angle = turn + radius * 0.0052 + Math.sin(i * 2.3 + turn * 5) * 0.05
    return `${Math.round(Math.cos(angle) * radius)} ${Math.round(Math.sin(angle) * radius)}`
  }
  const steps = Array.from({ length: 24 }, (_, i) => i)
  const spiral = Array.from({ length: arms }, (_, arm) => {
    const [from, to] = [(arm / arms) * Math.PI * 2, ((arm + 1) / arms) * Math.PI * 2]
    const colour = [base, ink, second, ink][arm % 4]
    const d = `M${steps.map((i) => along(from, i)).join('L')}L${steps
      .toReversed()
      .map((i) => along(to, i))
      .join('L')}Z`
    return `<path d="${d}" fill="${colour}"/><path d="${d}" fill="none" stroke="${colour}" stroke-width="26" opacity=".3"/><path d="${d}" fill="none" stroke="${colour}" stroke-width="12" opacity=".35"/>`
  }).join('')
  const tile = `${ground(1000, 1000, base)}${scatter(spiral, [[500, 430]])}`
  return { width: 1000, height: 1000, tile, wrinkle: 0.45, yarn: 0.8 }
}

export const chikan: Weave = (base, ink) => {
  const thread = darken(mix(base, ink, 0.7), 0.12)
  const shadow = mix(base, ink, 0.45)
  const flower = `<g fill="${shadow}" stroke="${thread}" stroke-width="1.2">${petals(6, '<path d="M0-3C6-7 6-14 0-17C-6-14-6-7 0-3Z"/>')}</g><circle r="3.4" fill="${lighten(base, 0.7)}" stroke="${thread}"/>`
  const sprig = `<path d="M0 0C10 8 12 20 8 32" stroke="${thread}" stroke-width="1.5" fill="none"/><path d="M10 14C18 10 22 14 23 19C17 21 13 19 10 14ZM11 24C4 20 0 24-1 29C5 31 9 29 11 24Z" fill="${shadow}" stroke="${thread}" stroke-width="1"/>`
  const knot = `<circle r="1.8" fill="${lighten(base, 0.8)}" stroke="${thread}" stroke-width=".8"/>`
  const tile = `${ground(88, 96, base)}${scatter(sprig, [
    [22, 36],
    [66, 84],
    [66, -12],
  ])}${scatter(flower, [
    [22, 26],
    [66, 74],
  ])}${scatter(knot, [
    [50, 18],
    [56, 26],
    [48, 34],
    [6, 66],
    [12, 74],
    [4, 82],
    [44, 56],
    [84, 40],
  ])}`
  return { width: 88, height: 96, tile, wrinkle: 0.6, yarn: 0.8 }
}
