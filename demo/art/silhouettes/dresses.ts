import { groundColour } from '../fabrics.ts'
import { mirrorOpen, path, symmetric } from '../paths.ts'
import { creasePair, hemFolds, pleats } from '../shading.ts'
import { cord } from './parts.ts'
import { backNeck, body, cuffLine, facing, neckline, sleeves } from './torso.ts'
import type { Piece } from '../piece.ts'
import type { Cut } from './silhouette.ts'
import type { Sleeve, Torso } from './torso.ts'

const BODICE: Torso = {
  neck: { width: 84, depth: 86 },
  top: 120,
  shoulder: [140, 150],
  armpit: [130, 300],
  waist: [112, 390],
  hem: [114, 410],
  drop: 4,
}

const PUFF: Sleeve = { end: [246, 372], inner: [162, 396], puff: 34 }

interface Tier {
  from: readonly [x: number, y: number]
  to: readonly [x: number, y: number]
  folds: number
}

/** A gathered tier: as wide as the seam above it, wider at its own hem. */
function tier({ from: [fromX, fromY], to: [toX, toY], folds }: Tier): Piece {
  return {
    outline: symmetric(
      [0, fromY + 6],
      [fromX, fromY],
      [toX - 4, (fromY + toY) / 2 - 20, toX, toY],
      [toX * 0.6, toY + 18, 0, toY + 18],
    ),
    shading: [
      pleats(
        { left: -fromX, right: fromX, y: fromY, drop: 6 },
        { left: -toX, right: toX, y: toY, drop: 16 },
        folds,
        0.42,
        `tier${fromY}`,
      ),
      hemFolds({ left: -fromX, right: fromX, y: fromY + 70, drop: 6 }, 74, folds + 4, `gather${fromY}`),
    ],
    trims: [[mirrorOpen([0, toY + 8], [toX * 0.6, toY + 8, toX + 4, toY - 10]), 20]],
    raised: true,
  }
}

export const tieredDress: Cut = (_art, pose) => ({
  pieces: [
    tier({ from: [196, 700], to: [258, 872], folds: 15 }),
    tier({ from: [154, 548], to: [206, 710], folds: 13 }),
    tier({ from: [112, 402], to: [164, 556], folds: 11 }),
    { ...sleeves(BODICE, PUFF), trims: [[cuffLine(PUFF, 8), 22]] },
    backNeck(BODICE),
    {
      ...body(facing(BODICE, pose)),
      trims: [[neckline(facing(BODICE, pose)), 26]],
      seams: [path([-116, 408], [0, 414, 116, 408]), ...(pose === 'back' ? [path([0, 138], [0, 410])] : [])],
      over:
        pose === 'back'
          ? ''
          : cord(
              [
                [-6, 208],
                [-36, 250],
                [-26, 306],
              ],
              '#f1e7d3',
              3.5,
            ) +
            cord(
              [
                [6, 208],
                [30, 246],
                [22, 290],
              ],
              '#f1e7d3',
              3.5,
            ),
    },
  ],
  fit: { narrow: 0.86 },
})

export const top: Cut = (_art, pose) => {
  const front: Torso = {
    ...BODICE,
    neck: { width: 88, depth: 80, shape: 'square' },
    top: 190,
    shoulder: [152, 222],
    armpit: [142, 390],
    waist: [136, 470],
    hem: [138, 486],
  }
  const torso = facing(front, pose, 26)
  const sleeve: Sleeve = { end: [280, 462], inner: [184, 490], puff: 34 }
  return {
    pieces: [
      tier({ from: [138, 478], to: [210, 760], folds: 13 }),
      { ...sleeves(torso, sleeve), trims: [[cuffLine(sleeve, 8), 24]] },
      backNeck(torso),
      {
        ...body(torso),
        trims: [[neckline(torso), 26]],
        shading: [hemFolds({ left: -130, right: 130, y: 480 }, 120, 15, 'smock')],
        stitches: [path([-136, 452], [0, 458, 136, 452]), path([-136, 466], [0, 472, 136, 466])],
      },
    ],
    fit: { scale: 1.06, y: 10 },
  }
}

export const kaftan: Cut = (art, pose) => {
  const neck = pose === 'back' ? ([0, 134] as const) : ([0, 244] as const)
  const neckSide = pose === 'back' ? ([52, 132, 78, 118] as const) : ([44, 200, 78, 118] as const)
  const edge = (raise: number) => mirrorOpen([0, 884 - raise], [150, 884 - raise, 232, 858 - raise])
  return {
    pieces: [
      backNeck({ ...BODICE, neck: { width: 76, depth: 120 } }),
      {
        outline: symmetric(
          neck,
          neckSide,
          [200, 158, 306, 276],
          [310, 380, 284, 466],
          [214, 446, 168, 520],
          [180, 700, 222, 860],
          [140, 888, 0, 888],
        ),
        shading: [
          ...creasePair([110, 150], [270, 440], -20, 16),
          ...creasePair([100, 170], [170, 470], -14, 15),
          pleats(
            { left: -120, right: 120, y: 490 },
            { left: -230, right: 230, y: 864, drop: 22 },
            10,
            0.46,
            'kaftan',
          ),
          hemFolds({ left: -130, right: 130, y: 484 }, 120, 10, 'kaftan waist'),
        ],
        trims: [
          [edge(22), 38],
          [mirrorOpen(neck, neckSide), 34],
          [path([300, 272], [306, 380, 278, 470]), 26],
          [path([-300, 272], [-306, 380, -278, 470]), 26],
        ],
        stitches: [path([-186, 486], [0, 500, 186, 486]), path([-182, 496], [0, 510, 182, 496])],
        over:
          pose === 'back'
            ? ''
            : cord(
                [
                  [-8, 500],
                  [-40, 570],
                  [-30, 650],
                ],
                groundColour(art.cloth),
                6,
              ) +
              cord(
                [
                  [8, 500],
                  [36, 560],
                  [30, 630],
                ],
                groundColour(art.cloth),
                6,
              ),
      },
    ],
  }
}
