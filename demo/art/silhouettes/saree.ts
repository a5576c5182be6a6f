import { DYES } from '../dyes.ts'
import { groundColour } from '../fabrics.ts'
import { closed, mirrorOpen, path, symmetric } from '../paths.ts'
import { crease, hemFolds, pleats } from '../shading.ts'
import { fringe } from './parts.ts'
import { shoulderDupatta } from './sets.ts'
import { backNeck, body, cuffLine, neckline, sleeves } from './torso.ts'
import type { Materials } from '../materials.ts'
import type { Piece } from '../piece.ts'
import type { Cut } from './silhouette.ts'
import type { Sleeve, Torso } from './torso.ts'

const BLOUSE: Torso = {
  neck: { width: 86, depth: 92 },
  top: 112,
  shoulder: [142, 142],
  armpit: [128, 272],
  waist: [110, 350],
  hem: [108, 384],
  drop: 8,
}
const BLOUSE_SLEEVE: Sleeve = { end: [224, 306], inner: [154, 336], puff: 8 }

function blouse(torso: Torso, sleeve: Sleeve): Piece[] {
  return [
    { ...sleeves(torso, sleeve), part: 'second', trims: [[cuffLine(sleeve, 10), 22]] },
    { ...backNeck(torso, false), part: 'second' },
    { ...body(torso), part: 'second', trims: [[neckline(torso), 20]] },
  ]
}

function hemBorder(raise: number): string {
  return mirrorOpen([0, 892 - raise], [110, 892 - raise, 190, 872 - raise])
}

/** The end of the saree that falls behind the shoulder, with its wide border and tassels. */
function palluEnd(art: Materials): Piece {
  return {
    outline: closed(
      [70, 116],
      [150, 126],
      [214, 300, 250, 560, 262, 770],
      [190, 790, 112, 782],
      [96, 560, 96, 330, 70, 116],
    ),
    dim: 0.1,
    shading: [
      pleats({ left: 90, right: 160, y: 170 }, { left: 116, right: 260, y: 776 }, 6, 0.6, 'pallu end'),
    ],
    trims: [
      [path([104, 728], [190, 738, 268, 720]), 70],
      [path([104, 660], [190, 668, 262, 652]), 18],
      [path([158, 130], [218, 300, 252, 560, 262, 720]), 22],
    ],
    over: fringe([114, 782], [260, 770], groundColour(art.cloth), 30, 24),
  }
}

const skirtFront: Piece = {
  outline: symmetric(
    [0, 374],
    [108, 372],
    [150, 440, 156, 560, 162, 640],
    [168, 740, 178, 820, 184, 872],
    [110, 894, 0, 894],
  ),
  shading: [
    hemFolds({ left: -184, right: 184, y: 876, drop: 16 }, 300, 6, 'saree'),
    crease([-120, 420], [-60, 800], 20, 16),
    crease([126, 430], [110, 820], -18, 14),
  ],
  trims: [[hemBorder(24), 50]],
}

const frontPleats: Piece = {
  outline: closed(
    [-34, 392],
    [50, 392],
    [74, 600, 84, 760, 92, 892],
    [20, 906, -58, 894],
    [-52, 760, -46, 600, -34, 392],
  ),
  raised: true,
  shading: [
    pleats({ left: -32, right: 48, y: 394 }, { left: -56, right: 90, y: 894 }, 8, 0.62, 'front pleats'),
  ],
  trims: [[hemBorder(22), 52]],
}

/** From the hip across the body to the shoulder. */
const palluFront: Piece = {
  outline: closed(
    [52, 116],
    [30, 220, -70, 300, -124, 372],
    [-136, 410, -128, 452],
    [-40, 470, 70, 440, 116, 390],
    [150, 300, 156, 210, 154, 140],
    [106, 92, 52, 116],
  ),
  raised: true,
  grain: -38,
  shading: [
    crease([70, 130], [-110, 400], 34, 13),
    crease([88, 124], [-96, 432], 60, 15),
    crease([112, 122], [-40, 446], 66, 15),
    crease([136, 136], [40, 440], 52, 14),
  ],
  trims: [[path([50, 112], [28, 222, -72, 304, -130, 376]), 46]],
}

export const saree: Cut = (art) => ({
  pieces: [palluEnd(art), ...blouse(BLOUSE, BLOUSE_SLEEVE), skirtFront, frontPleats, palluFront],
  fit: { narrow: 0.84, scale: 1.02 },
  closeUp: { x: 250, y: 90, width: 330, turn: -4 },
})

const CHOLI: Torso = { ...BLOUSE, hem: [110, 352], waist: [112, 330], drop: 4 }

function lehengaHem(raise: number): string {
  return mirrorOpen([0, 892 - raise], [190, 892 - raise, 300, 836 - raise])
}

export const lehenga: Cut = (art) => ({
  pieces: [
    ...blouse(CHOLI, { end: [236, 372], inner: [170, 396], puff: 8 }).map((piece, i) =>
      i === 2
        ? { ...piece, trims: [...(piece.trims ?? []), [path([-120, 348], [0, 356, 120, 348]), 20] as const] }
        : piece,
    ),
    {
      outline: symmetric([0, 366], [96, 362], [130, 500, 240, 700, 288, 842], [190, 894, 0, 894]),
      shading: [
        pleats(
          { left: -90, right: 90, y: 380 },
          { left: -282, right: 282, y: 846, drop: 46 },
          13,
          0.48,
          'lehenga',
        ),
        hemFolds({ left: -288, right: 288, y: 842, drop: 50 }, 200, 8, 'lehenga hem'),
      ],
      trims: [
        [lehengaHem(30), 58],
        [lehengaHem(84), 18],
        [lehengaHem(150), 22],
      ],
    },
    {
      outline: symmetric([0, 366], [96, 362], [102, 398], [50, 404, 0, 404]),
      part: 'second',
      raised: true,
      trims: [[path([-104, 384], [0, 392, 104, 384]), 22]],
      over: waistTassels(art),
    },
    shoulderDupatta(art, 770),
  ],
  fit: { narrow: 0.9, scale: 1.02 },
  closeUp: { x: 220, y: 320, width: 390, turn: 3 },
})

function waistTassels(art: Materials): string {
  const colour = art.trim ? DYES[art.trim[1]] : '#c79d45'
  return `<path d="M-84 396Q-96 450-88 500M-78 396Q-70 440-66 476" stroke="${colour}" stroke-width="4" fill="none"/>
    <g fill="${colour}"><path d="M-88 496l-12 44h26ZM-66 472l-12 42h25Z"/><circle cx="-88" cy="496" r="9"/><circle cx="-66" cy="472" r="8"/></g>`
}
