import { DYES, type Dye } from './dyes.ts'
import { brocade, buti, mirror } from './fabrics/festive.ts'
import {
  ajrakh,
  bandhani,
  buta,
  chikan,
  floral,
  ikat,
  jaal,
  leheriya,
  paisley,
  tieDye,
} from './fabrics/printed.ts'
import {
  bands,
  breton,
  check,
  cord,
  denim,
  fleece,
  gingham,
  knit,
  leather,
  linen,
  marl,
  oxford,
  pinstripe,
  plain,
  rib,
  silk,
  slub,
  stripe,
  twill,
  waffle,
} from './fabrics/woven.ts'
import type { Fabric, Weave } from './fabrics/fabric.ts'

const FABRICS = {
  bands,
  breton,
  check,
  cord,
  denim,
  fleece,
  gingham,
  knit,
  leather,
  linen,
  marl,
  oxford,
  pinstripe,
  plain,
  rib,
  silk,
  slub,
  stripe,
  twill,
  waffle,
  ajrakh,
  bandhani,
  brocade,
  buta,
  buti,
  chikan,
  floral,
  ikat,
  jaal,
  leheriya,
  mirror,
  paisley,
  'tie-dye': tieDye,
} satisfies Record<string, Weave>

type FabricName = keyof typeof FABRICS

/** A fabric and its dyes: ground colour first, then the colours of the pattern. */
export type Cloth = readonly [FabricName, Dye, ...Dye[]]

export function weave([name, ...dyes]: Cloth): Fabric {
  const ground = DYES[dyes[0]]
  const ink = dyes[1] ? DYES[dyes[1]] : ground
  return FABRICS[name](ground, ink, dyes[2] ? DYES[dyes[2]] : ink)
}

export function groundColour([, dye]: Cloth): string {
  return DYES[dye]
}

/** The cloth as an SVG pattern with this id; the middle of a repeat lies on the middle of the garment. */
export function fabricPattern(id: string, cloth: Cloth): string {
  const { width, height, tile, turn = 0 } = weave(cloth)
  return `<pattern id="${id}" x="${-width / 2}" width="${width}" height="${height}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})">${tile}</pattern>`
}
