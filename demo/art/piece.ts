import type { Shading } from './shading.ts'

/** Which of a garment's cloths a piece is cut from; `inside` is the main cloth's wrong side. */
export type Part = 'main' | 'second' | 'third' | 'inside'

/** One cut of cloth. Pieces are drawn in order, later ones over earlier ones. */
export interface Piece {
  outline: string
  part?: Part
  /** Turns the fabric's pattern, in degrees. */
  grain?: number
  shading?: Shading[]
  /** Lines of machine stitching. */
  stitches?: string[]
  /** Seams without visible stitching. */
  seams?: string[]
  /** Edges that carry the garment's trim, with the width of the trim there. */
  trims?: (readonly [path: string, width: number])[]
  /** Drawn on the cloth and cut off at its outline. */
  details?: string
  /** Drawn over the cloth without being cut off: buttons, cords, tassels. */
  over?: string
  /** Darkens a piece that lies behind, 0 to 1. */
  dim?: number
  /** Lies on top of other pieces and throws a shadow on them. */
  raised?: boolean
  /** Drawn a second time on the other side of the middle. */
  mirrored?: boolean
  /** Shows on this side of the garment alone. */
  only?: 'front' | 'back'
  /** See-through cloth, 0 to 1. */
  opacity?: number
}
