import { groundColour } from '../fabrics.ts'
import { closed, mirrorOpen, path, symmetric } from '../paths.ts'
import { crease, creasePair, hemFolds, pleats } from '../shading.ts'
import { buttons, cord } from './parts.ts'
import { buttonBand, pointCollar } from './shirts.ts'
import { backNeck, body, cuffLine, facing, hemline, sleeves } from './torso.ts'
import type { Cut } from './silhouette.ts'
import type { Sleeve, Torso } from './torso.ts'

export const shirtDress: Cut = (art, pose) => {
  const torso: Torso = {
    neck: { width: 66, depth: 54, shape: 'v' },
    top: 126,
    shoulder: [150, 162],
    armpit: [140, 326],
    waist: [116, 470],
    hem: [206, 866],
    drop: 22,
  }
  const sleeve: Sleeve = { end: [276, 520], inner: [200, 544], puff: 14 }
  const colour = groundColour(art.cloth)
  const dress = body(facing(torso, pose))
  return {
    pieces: [
      { ...sleeves(torso, sleeve), seams: [cuffLine(sleeve, 40)], stitches: [cuffLine(sleeve, 8)] },
      backNeck(torso),
      {
        ...dress,
        shading: [
          ...(dress.shading ?? []),
          pleats(
            { left: -90, right: 90, y: 490 },
            { left: -200, right: 200, y: 870, drop: 16 },
            9,
            0.4,
            'shirt dress',
          ),
        ],
        stitches: [hemline(torso, 12)],
        seams: pose === 'back' ? [path([-134, 214], [0, 228, 134, 214])] : [],
      },
      buttonBand(art, 172, 888, 8, 15),
      {
        outline: symmetric([0, 456], [70, 456, 124, 450], [126, 486], [70, 494, 0, 494]),
        raised: true,
        stitches: [path([-122, 458], [0, 464, 122, 458]), path([-122, 482], [0, 488, 122, 482])],
        over:
          pose === 'back'
            ? ''
            : cord(
                [
                  [20, 476],
                  [52, 540],
                  [44, 620],
                ],
                colour,
                15,
              ) +
              cord(
                [
                  [26, 476],
                  [80, 530],
                  [84, 590],
                ],
                colour,
                15,
              ) +
              buttons(22, [476], colour, 13),
      },
      ...pointCollar(126, 64),
    ],
    fit: { narrow: 0.9 },
  }
}

export const wrapDress: Cut = (art, pose) => {
  const torso: Torso = {
    neck: { width: 84, depth: 150, shape: 'v' },
    top: 122,
    shoulder: [144, 152],
    armpit: [134, 308],
    waist: [112, 430],
    hem: [114, 446],
    drop: 2,
  }
  const sleeve: Sleeve = { end: [262, 440], inner: [176, 464], puff: 18 }
  const colour = groundColour(art.cloth)
  return {
    pieces: [
      {
        outline: symmetric([0, 440], [112, 438], [150, 560, 220, 760, 242, 858], [150, 890, 0, 890]),
        shading: [
          pleats(
            { left: -108, right: 108, y: 444 },
            { left: -236, right: 236, y: 862, drop: 26 },
            11,
            0.44,
            'wrap skirt',
          ),
        ],
        stitches: [mirrorOpen([0, 880], [150, 880, 240, 848])],
      },
      {
        outline: closed(
          [-20, 440],
          [112, 438],
          [150, 560, 220, 760, 246, 856],
          [200, 872, 150, 884],
          [120, 700, 60, 540, -20, 440],
        ),
        only: 'front',
        raised: true,
        shading: [crease([40, 470], [190, 860], -16, 14), crease([80, 460], [222, 840], -10, 12)],
        stitches: [path([-16, 452], [50, 548, 110, 700, 140, 880])],
      },
      { ...sleeves(torso, sleeve), stitches: [cuffLine(sleeve, 12)] },
      backNeck(torso),
      { ...body(facing(torso, pose)), only: 'back', seams: [path([0, 140], [0, 440])] },
      {
        outline: closed(
          [-84, 122],
          [-144, 152],
          [-126, 220, -150, 270, -134, 308],
          [-130, 380, -112, 400, -112, 446],
          [20, 446],
          [84, 360],
          [-30, 260, -84, 122],
        ),
        only: 'front',
        grain: 8,
        shading: [crease([-110, 200], [0, 430], 18, 14), crease([-128, 330], [0, 436], 8, 12)],
      },
      {
        outline: closed(
          [84, 122],
          [144, 152],
          [126, 220, 150, 270, 134, 308],
          [130, 380, 112, 400, 112, 446],
          [-104, 446],
          [-112, 410],
          [20, 300, 84, 122],
        ),
        only: 'front',
        raised: true,
        grain: -8,
        shading: [
          crease([110, 200], [-40, 420], -20, 14),
          crease([128, 320], [-70, 436], -14, 14),
          crease([126, 370], [-20, 440], -6, 10),
        ],
        stitches: [path([78, 134], [16, 294, -106, 402])],
      },
      {
        outline: symmetric([0, 430], [114, 426], [116, 456], [0, 460]),
        raised: true,
        over:
          pose === 'back'
            ? ''
            : cord(
                [
                  [-96, 442],
                  [-150, 520],
                  [-132, 640],
                ],
                colour,
                14,
              ) +
              cord(
                [
                  [-96, 442],
                  [-112, 540],
                  [-92, 600],
                ],
                colour,
                14,
              ) +
              `<ellipse cx="-98" cy="442" rx="15" ry="19" fill="${colour}" stroke="#1c0f18" stroke-opacity=".35"/>`,
      },
    ],
    fit: { narrow: 0.88 },
  }
}

export const slipDress: Cut = (art, pose) => {
  const low = pose === 'back' ? 336 : 292
  const colour = groundColour(art.cloth)
  return {
    pieces: [
      {
        outline: symmetric([0, 258], [70, 236, 104, 226], [112, 262], [0, 330]),
        part: 'inside',
        only: 'front',
        dim: 0.45,
      },
      {
        outline: symmetric(
          [0, low],
          [64, low - 12, 100, 218],
          [112, 240, 138, 290],
          [130, 380, 112, 420, 116, 470],
          [124, 560, 178, 760, 188, 866],
          [110, 888, 0, 888],
        ),
        grain: 24,
        shading: [
          crease([-92, 236], [92, 236], -74, 12),
          crease([-96, 262], [96, 262], -86, 13),
          crease([-70, 380], [60, 520], 22, 10),
          crease([90, 500], [-20, 720], -30, 12),
          hemFolds({ left: -188, right: 188, y: 868, drop: 18 }, 340, 6, 'slip'),
          ...creasePair([120, 300], [70, 380], -8, 10),
        ],
        stitches: [mirrorOpen([0, 878], [110, 878, 188, 856])],
        over: `<path d="M100 220Q92 150 62 104M-100 220Q-92 150-62 104" stroke="${colour}" stroke-width="6" fill="none"/><path d="M102 220Q94 150 64 104M-98 220Q-90 150-60 104" stroke="#fff" stroke-opacity=".3" stroke-width="1.5" fill="none"/><g fill="none" stroke="#c9a24b" stroke-width="2.4"><rect x="88" y="164" width="12" height="9"/><rect x="-100" y="164" width="12" height="9"/></g>`,
      },
    ],
    fit: { y: 4, narrow: 0.88 },
  }
}
