import { mirrorOpen, path, symmetric } from '../paths.ts'
import { creasePair, hemFolds } from '../shading.ts'
import type { Piece } from '../piece.ts'

export interface Legs {
  top: number
  waist: number
  hip: number
  crotch: number
  /** Outer and inner edge of the hem, and its height. */
  hem: readonly [outer: number, inner: number, y: number]
}

/** Both legs and seat in one outline; folds gather at crotch, knee and hem. */
export function legs({ top, waist, hip, crotch, hem: [outer, inner, y] }: Legs): Piece {
  const knee = (crotch + y) / 2
  return {
    outline: symmetric(
      [0, top + 6],
      [waist * 0.5, top + 6, waist, top],
      [waist + 10, top + 60, hip, top + 110, hip, crotch - 40],
      [hip + 2, knee, outer - (outer - hip) * 0.2, y - 160, outer, y],
      [(outer + inner) / 2, y + 10, inner, y + 4],
      [inner - (inner - 10) * 0.2, knee, 20, crotch + 50, 5, crotch],
      [0, crotch],
    ),
    shading: [
      ...creasePair([10, crotch - 6], [hip - 30, crotch - 70], 8, 13),
      ...creasePair([12, crotch + 8], [hip - 44, crotch + 40], -8, 12),
      ...creasePair([outer - 24, knee - 8], [inner + 26, knee + 24], 8, 11),
      ...creasePair([hip - 34, crotch + 40], [(outer + inner) / 2 + 12, y - 60], 8, 12),
      hemFolds({ left: inner, right: outer, y }, 170, 2, 'leg'),
      hemFolds({ left: -outer, right: -inner, y }, 170, 2, 'leg2'),
    ],
    seams: [path([0, top + 66], [0, crotch])],
  }
}

export function insideWaist(waist: number, top: number): Piece {
  return {
    outline: symmetric(
      [0, top - 18],
      [waist * 0.7, top - 16, waist, top],
      [waist * 0.5, top + 30, 0, top + 30],
    ),
    part: 'inside',
    dim: 0.45,
  }
}

export function waistband(waist: number, top: number, height = 40): Piece {
  return {
    outline: symmetric(
      [0, top + 6],
      [waist * 0.5, top + 6, waist, top],
      [waist + 8, top + height],
      [waist * 0.5, top + height + 8, 0, top + height + 8],
    ),
    raised: true,
    stitches: [
      mirrorOpen([0, top + 12], [waist * 0.5, top + 12, waist, top + 6]),
      mirrorOpen([0, top + height + 2], [waist * 0.5, top + height + 2, waist + 6, top + height - 5]),
    ],
  }
}
