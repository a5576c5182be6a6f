import type { Dye } from './dyes.ts'
import type { Cloth } from './fabrics.ts'

/** How edges and yokes are finished, and in which colour. */
export type Trim = readonly ['zari' | 'band' | 'gota' | 'lace' | 'thread', Dye, Dye?]

export type Graphic = 'sun' | 'lotus' | 'waves' | 'peaks' | 'kite' | 'elephant' | 'blocks' | 'eye' | 'pocket'

/** What a garment is made of. */
export interface Materials {
  cloth: Cloth
  /** The other cloth of a set: trousers, dupatta, blouse, yoke or lining. */
  second?: Cloth
  /** The third cloth of a set. */
  third?: Cloth
  trim?: Trim
  /** Printed on the chest of tees and sweatshirts. */
  graphic?: readonly [Graphic, Dye, Dye?]
}
