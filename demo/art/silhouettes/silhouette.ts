import type { Materials } from '../materials.ts'
import type { Piece } from '../piece.ts'

export interface Silhouette {
  pieces: Piece[]
  /** Brings differently sized garments to one scale in the picture. */
  fit?: { scale?: number; y?: number; narrow?: number }
  closeUp: { x: number; y: number; width: number; turn?: number }
}

export type Cut = (art: Materials) => Silhouette
