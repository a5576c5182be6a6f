import type { Materials } from '../materials.ts'
import type { Piece } from '../piece.ts'

export interface Silhouette {
  pieces: Piece[]
  /** Brings differently sized garments to one scale in the picture. */
  fit?: { scale?: number; y?: number; narrow?: number }
}

/** How a picture shows a garment: from the front, from the back, or, for a saree, with its pallu spread to the floor. */
export type Pose = 'front' | 'back' | 'drape'

export type Cut = (art: Materials, pose: Pose) => Silhouette
