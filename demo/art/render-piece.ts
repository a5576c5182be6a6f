import { lightness } from './colour.ts'
import { groundColour, weave } from './fabrics.ts'
import { drawTrim } from './trims.ts'
import type { Cloth } from './fabrics.ts'
import type { Materials } from './materials.ts'
import type { Part, Piece } from './piece.ts'

/** The cloth of a part; a garment without a second or third cloth uses the main one. */
export function clothOf(art: Materials, part: Part = 'main'): Cloth {
  if (part === 'second') return art.second ?? art.cloth
  if (part === 'third') return art.third ?? art.second ?? art.cloth
  return art.cloth
}

const SHADE = '#1c0f18'

export interface Place {
  /** Prefix of the garment's ids. */
  scope: string
  index: number
  /** How much narrower the garment is drawn; its fabrics keep their shape. */
  narrow: number
}

export function renderPiece(piece: Piece, art: Materials, { scope, index, narrow }: Place): string {
  const body =
    shadowUnder(piece) + cloth(piece, art, { scope, index, narrow }) + lines(piece, art) + (piece.over ?? '')
  const shown = piece.opacity === undefined ? body : `<g opacity="${piece.opacity}">${body}</g>`
  return piece.mirrored ? `${shown}<g transform="scale(-1 1)">${shown}</g>` : shown
}

function cloth(piece: Piece, art: Materials, { scope, index, narrow }: Place): string {
  const id = `${scope}-${index}`
  const part = piece.part ?? 'main'
  const chosen = clothOf(art, part)
  const dark = piece.shading?.flatMap((shading) => shading.dark) ?? []
  const light = piece.shading?.flatMap((shading) => shading.light) ?? []
  const deep = lightness(groundColour(chosen)) < 0.3
  const sheen = weave(chosen).sheen ?? 0
  const { trim } = art
  const trims = trim && piece.trims?.map(([along, width]) => drawTrim(trim, along, width)).join('')
  return `<clipPath id="${id}"><path d="${piece.outline}" clip-rule="evenodd"/></clipPath><g clip-path="url(#${id})">
    <rect x="-700" y="-300" width="1400" height="1600" fill="url(#${scope}-${part})" transform="scale(${1 / narrow} 1) rotate(${piece.grain ?? 0} 0 480)"/>
    ${piece.details ?? ''}${trims ?? ''}
    ${sheen > 0.4 ? `<rect x="-400" width="800" height="1000" fill="url(#${scope}-sheen)" opacity="${sheen * 0.5}"/>` : ''}
    ${piece.dim ? `<path d="${piece.outline}" fill="#1a0f14" opacity="${piece.dim}"/>` : ''}
    ${soft(piece.outline, SHADE, deep ? 0.42 : 0.24, [26, 19, 13, 8, 4])}
    ${dark.length > 0 ? soft(dark.join(''), SHADE, deep ? 0.34 : 0.16, [15, 11, 7, 3], true) : ''}
    ${light.length > 0 ? soft(light.join(''), '#fffaf0', (deep ? 0.06 : 0.15) + sheen * 0.08, [15, 11, 7, 3], true) : ''}
  </g>`
}

function lines(piece: Piece, art: Materials): string {
  const deep = lightness(groundColour(clothOf(art, piece.part))) < 0.4
  const outline = `<path d="${piece.outline}" fill="none" stroke="#1c0f18" stroke-opacity=".28" stroke-width="1.4"/>`
  const seams = piece.seams?.map(
    (d) =>
      `<path d="${d}" fill="none" stroke="#170c12" stroke-opacity="${deep ? 0.55 : 0.34}" stroke-width="2"/><path d="${d}" fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="1.4" transform="translate(1.6 1.4)"/>`,
  )
  const stitches = piece.stitches?.map(
    (d) =>
      `<path d="${d}" fill="none" stroke="${deep ? '#fff' : '#170c12'}" stroke-opacity="${deep ? 0.3 : 0.34}" stroke-width="1.5" stroke-dasharray="6 3.4"/>`,
  )
  return outline + (seams ?? []).join('') + (stitches ?? []).join('')
}

function shadowUnder(piece: Piece): string {
  if (!piece.raised) return ''
  return `<g transform="translate(3 6)" fill-rule="evenodd">${soft(piece.outline, SHADE, 0.34, [20, 15, 10, 5], true)}</g>`
}

/** A soft-edged shape from strokes over one another: much faster to draw than a blur filter, and as soft to the eye. */
function soft(d: string, colour: string, opacity: number, widths: number[], filled = false): string {
  const share = round3(opacity / widths.length)
  const fill = filled ? ` fill="${colour}" fill-opacity="${share}"` : ' fill="none"'
  return widths
    .map(
      (width) =>
        `<path d="${d}"${fill} stroke="${colour}" stroke-opacity="${share}" stroke-width="${width}" stroke-linejoin="round"/>`,
    )
    .join('')
}

function round3(value: number): number {
  return Math.round(value * 1000) / 1000
}
