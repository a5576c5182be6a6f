import { DYES } from '../dyes.ts'
import { closed, path } from '../paths.ts'
import { crease, pleats } from '../shading.ts'
import { anarkaliPieces } from './anarkali.ts'
import { dhotiPieces, palazzoPieces } from './flowing.ts'
import { menKurta, WOMEN, WOMEN_SLEEVE, womenKurta } from './kurtas.ts'
import { legs } from './legs.ts'
import { fringe } from './parts.ts'
import type { Materials } from '../materials.ts'
import type { Part, Piece } from '../piece.ts'
import type { Cut } from './silhouette.ts'
import type { Torso } from './torso.ts'

/** The same pieces cut from another cloth of the set, lying behind and so a little darker. */
function cutFrom(part: Part, pieces: Piece[], dim = 0.08): Piece[] {
  return pieces.map((piece) => ({ ...piece, part: piece.part ?? part, dim: piece.dim ?? dim }))
}

/** A dupatta over one shoulder, falling in loose folds past the hem of the kurta. */
export function shoulderDupatta(art: Materials, end = 800): Piece {
  const edge = path([152, 150], [214, 330, 262, 560, 282, end - 14])
  return {
    part: 'third',
    raised: true,
    opacity: 0.96,
    grain: -8,
    outline: closed(
      [58, 128],
      [92, 300, 132, 520, 150, end + 10],
      [214, end + 4, 284, end - 12],
      [262, 560, 214, 330, 160, 160],
      [112, 104, 58, 128],
    ),
    shading: [
      pleats({ left: 70, right: 150, y: 150 }, { left: 152, right: 280, y: end }, 6, 0.6, 'dupatta'),
      crease([80, 200], [150, 700], 14, 12),
    ],
    trims: [
      [path([150, end - 8], [214, end - 14, 284, end - 30]), 40],
      [edge, 16],
    ],
    over: fringe([152, end + 8], [282, end - 10], art.trim ? DYES[art.trim[1]] : '#e8ddc8', 26, 22),
  }
}

const SHORT_KURTA: Torso = { ...WOMEN, hem: [168, 716] }

export const kurtaSet: Cut = (art, pose) => ({
  pieces: [
    ...cutFrom('second', [legs({ top: 440, waist: 120, hip: 136, crotch: 600, hem: [122, 52, 888] })]),
    ...womenKurta(SHORT_KURTA, WOMEN_SLEEVE, { slit: 190, pose }),
    shoulderDupatta(art, 790),
  ],
  fit: { narrow: 0.9 },
})

export const palazzoSet: Cut = (art, pose) => ({
  pieces: [
    ...cutFrom('second', palazzoPieces(420, 890).slice(1, 2)),
    ...womenKurta({ ...SHORT_KURTA, hem: [166, 660] }, WOMEN_SLEEVE, { slit: 150, pose }),
    shoulderDupatta(art, 800),
  ],
  fit: { narrow: 0.9 },
})

export const anarkaliSet: Cut = (art, pose) => ({
  pieces: [
    ...cutFrom('second', [legs({ top: 500, waist: 90, hip: 104, crotch: 700, hem: [84, 30, 906] })]),
    ...anarkaliPieces({ x: 266, y: 838 }, { end: [262, 520], inner: [198, 540], puff: 10 }, pose),
    shoulderDupatta(art, 740),
  ],
  fit: { narrow: 0.88 },
})

export const kurtaPyjama: Cut = (art, pose) => ({
  pieces: [
    ...cutFrom('second', [legs({ top: 440, waist: 140, hip: 156, crotch: 600, hem: [140, 44, 896] })]),
    ...menKurta(art, pose, [176, 752]),
  ],
})

export const kurtaDhoti: Cut = (art, pose) => ({
  pieces: [...cutFrom('second', dhotiPieces(440, 900)), ...menKurta(art, pose, [172, 700])],
})
