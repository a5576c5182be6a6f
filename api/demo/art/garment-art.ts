import type { Dye } from './dyes.ts'
import type { Backdrop } from './backdrops.ts'
import type { FabricName } from './fabrics.ts'
import type { GarmentName } from './silhouettes.ts'

/** A fabric and its dyes: ground colour first, then the colours of the pattern. */
export type Cloth = readonly [FabricName, Dye, ...Dye[]]

/** How edges and yokes are finished, and in which colour. */
export type Trim = readonly ['zari' | 'band' | 'gota' | 'lace' | 'thread', Dye, Dye?]

export type Graphic = 'sun' | 'lotus' | 'waves' | 'peaks' | 'kite' | 'elephant' | 'blocks' | 'eye' | 'pocket'

/** What a garment's pictures are drawn from. */
export interface GarmentArt {
  garment: GarmentName
  cloth: Cloth
  /** The other cloth of a set: trousers, dupatta, blouse, yoke or lining. */
  second?: Cloth
  /** The third cloth of a set. */
  third?: Cloth
  trim?: Trim
  /** Printed on the chest of tees and sweatshirts. */
  graphic?: readonly [Graphic, Dye, Dye?]
  backdrop?: Backdrop
}
