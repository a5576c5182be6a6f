import { DYES } from '../dyes.ts'
import { groundColour } from '../fabrics.ts'
import { closed, mirrorOpen, path, symmetric } from '../paths.ts'
import { crease, hemFolds, pleats } from '../shading.ts'
import { cord, fringe, tassel } from './parts.ts'
import { shoulderDupatta } from './sets.ts'
import { backNeck, body, cuffLine, facing, neckline, sleeves } from './torso.ts'
import type { Materials } from '../materials.ts'
import type { Piece } from '../piece.ts'
import type { Cut, Pose } from './silhouette.ts'
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

/** From behind, a blouse has a deep neck that cords hold together. */
function blouse(front: Torso, sleeve: Sleeve, art: Materials, pose: Pose): Piece[] {
  const torso = facing(front, pose, 118)
  const colour = art.trim ? DYES[art.trim[1]] : groundColour(art.second ?? art.cloth)
  return [
    { ...sleeves(torso, sleeve), part: 'second', trims: [[cuffLine(sleeve, 10), 22]] },
    { ...backNeck(torso, false), part: 'second' },
    {
      ...body(torso),
      part: 'second',
      trims: [[neckline(torso), 20]],
      over: pose === 'back' ? neckCords(colour) : '',
    },
  ]
}

function neckCords(colour: string): string {
  const cords = cord(
    [
      [-72, 152],
      [0, 176],
      [72, 152],
    ],
    colour,
    4,
  )
  return `${cords}${cord(
    [
      [0, 164],
      [-20, 210],
      [-16, 262],
    ],
    colour,
    3,
  )}${cord(
    [
      [0, 164],
      [22, 204],
      [18, 248],
    ],
    colour,
    3,
  )}${tassel([-16, 258], colour, 34)}${tassel([18, 244], colour, 34)}`
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

/** The pallu as it falls down the back from the shoulder, with its end border and tassels. */
function palluBehind(art: Materials): Piece {
  return {
    outline: closed(
      [50, 112],
      [104, 96, 156, 134],
      [196, 320, 206, 560, 214, 740],
      [110, 764, -16, 752],
      [-34, 560, -40, 440, -112, 400],
      [-60, 330, 20, 250, 50, 112],
    ),
    raised: true,
    grain: -10,
    shading: [
      pleats({ left: 56, right: 150, y: 130 }, { left: -16, right: 210, y: 744 }, 8, 0.6, 'pallu behind'),
      crease([60, 150], [-90, 400], 30, 14),
    ],
    trims: [
      [path([-20, 704], [110, 718, 216, 692]), 72],
      [path([-26, 632], [110, 646, 212, 620]), 18],
      [path([152, 136], [190, 320, 200, 560, 208, 740]), 22],
    ],
    over: fringe([-14, 750], [212, 742], groundColour(art.cloth), 30, 40),
  }
}

/** The pallu fanned out beside the figure, down to the floor. */
function palluSpread(art: Materials): Piece {
  return {
    outline: closed(
      [66, 112],
      [110, 94, 156, 132],
      [240, 300, 330, 560, 372, 838],
      [270, 886, 128, 880],
      [108, 600, 100, 330, 66, 112],
    ),
    raised: true,
    grain: -16,
    shading: [
      pleats({ left: 74, right: 150, y: 130 }, { left: 130, right: 368, y: 862 }, 10, 0.6, 'pallu spread'),
    ],
    trims: [
      [path([126, 824], [268, 832, 372, 782]), 84],
      [path([122, 738], [256, 744, 352, 700]), 20],
      [path([152, 130], [236, 300, 324, 560, 366, 838]), 24],
      [path([72, 116], [104, 330, 114, 600, 134, 880]), 24],
    ],
    over: fringe([130, 880], [370, 838], groundColour(art.cloth), 34, 44),
  }
}

function sareePieces(art: Materials, pose: Pose): Piece[] {
  const top = blouse(BLOUSE, BLOUSE_SLEEVE, art, pose)
  if (pose === 'back') return [...top, skirtFront, palluBehind(art)]
  if (pose === 'drape') return [...top, skirtFront, frontPleats, palluFront, palluSpread(art)]
  return [palluEnd(art), ...top, skirtFront, frontPleats, palluFront]
}

export const saree: Cut = (art, pose) => ({
  pieces: sareePieces(art, pose),
  fit: { narrow: 0.84, scale: 1.02 },
})

const CHOLI: Torso = { ...BLOUSE, hem: [110, 352], waist: [112, 330], drop: 4 }

function lehengaHem(raise: number): string {
  return mirrorOpen([0, 892 - raise], [190, 892 - raise, 300, 836 - raise])
}

export const lehenga: Cut = (art, pose) => ({
  pieces: [
    ...blouse(CHOLI, { end: [236, 372], inner: [170, 396], puff: 8 }, art, pose).map((piece, i) =>
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
      over: pose === 'back' ? '' : waistTassels(art),
    },
    shoulderDupatta(art, 770),
  ],
  fit: { narrow: 0.9, scale: 1.02 },
})

function waistTassels(art: Materials): string {
  const colour = art.trim ? DYES[art.trim[1]] : '#c79d45'
  return `<path d="M-84 396Q-96 450-88 500M-78 396Q-70 440-66 476" stroke="${colour}" stroke-width="4" fill="none"/>
    <g fill="${colour}"><path d="M-88 496l-12 44h26ZM-66 472l-12 42h25Z"/><circle cx="-88" cy="496" r="9"/><circle cx="-66" cy="472" r="8"/></g>`
}
