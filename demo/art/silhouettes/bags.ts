import { lighten } from '../colour.ts'
import { DYES } from '../dyes.ts'
import { groundColour } from '../fabrics.ts'
import { chestPrint } from '../graphics.ts'
import { closed, mirrorOpen, path, symmetric } from '../paths.ts'
import { crease, creasePair, hemFolds, pleats } from '../shading.ts'
import { buttons, cord, tassel } from './parts.ts'
import type { Piece } from '../piece.ts'
import type { Cut } from './silhouette.ts'

function strap(outline: string, raised = false): Piece {
  return { outline, part: 'second', raised, dim: raised ? 0 : 0.18 }
}

export const jhola: Cut = (art, pose) => {
  const lower = groundColour(art.second ?? art.cloth)
  return {
    pieces: [
      strap(
        closed(
          [-196, 420],
          [-150, 180, 0, 110],
          [150, 180, 196, 420],
          [158, 424],
          [118, 220, 0, 156],
          [-118, 220, -158, 424],
        ),
      ),
      { outline: symmetric([0, 452], [110, 440, 196, 404], [200, 470], [0, 500]), part: 'second', dim: 0.5 },
      {
        outline: symmetric(
          [0, 478],
          [110, 464, 200, 410],
          [212, 560, 226, 720, 196, 826],
          [110, 858, 0, 858],
        ),
        shading: [
          ...creasePair([196, 440], [120, 640], -24, 18),
          ...creasePair([210, 600], [130, 780], -14, 14),
          hemFolds({ left: -196, right: 196, y: 470, drop: 20 }, 60, 4, 'mouth'),
          crease([-60, 500], [40, 800], 20, 16),
        ],
        details: `<path d="${mirrorOpen([0, 846], [120, 846, 214, 800])}" stroke="${lower}" stroke-width="120" fill="none"/>`,
        stitches: [
          mirrorOpen([0, 494], [110, 480, 200, 428]),
          mirrorOpen([0, 778], [120, 778, 224, 738]),
          path([0, 490], [0, 780]),
          path([-70, 484], [-74, 786]),
          path([70, 484], [74, 786]),
          path([-140, 460], [-146, 770]),
          path([140, 460], [146, 770]),
        ],
        over:
          (pose === 'back'
            ? ''
            : cord(
                [
                  [0, 470],
                  [18, 510],
                  [0, 540],
                ],
                '#f1e7d3',
                5,
              ) + buttons(0, [548], '#8a5f3d', 12)) +
          tassel([-186, 832], lighten(lower, 0.1), 60) +
          tassel([186, 832], lighten(lower, 0.1), 60),
      },
    ],
  }
}

export const tote: Cut = (art, pose) => ({
  pieces: [
    strap(
      closed(
        [-110, 400],
        [-120, 150, 0, 120],
        [120, 150, 110, 400],
        [84, 400],
        [92, 180, 0, 152],
        [-92, 180, -84, 400],
      ),
    ),
    { outline: closed([-196, 376], [196, 376], [190, 400], [-190, 400]), part: 'inside', dim: 0.4 },
    {
      outline: symmetric([0, 386], [196, 380], [204, 600, 212, 860], [190, 872, 0, 872]),
      shading: [
        ...creasePair([196, 410], [120, 620], -14, 13),
        ...creasePair([204, 820], [110, 700], 12, 13),
        crease([-110, 440], [60, 560], 20, 10),
      ],
      details: pose === 'back' ? '' : chestPrint(art, 0, 620, 1.12),
      stitches: [path([-196, 414], [196, 414]), path([-196, 424], [196, 424])],
    },
    strap(
      closed(
        [-120, 452],
        [-128, 210, -10, 176],
        [120, 200, 120, 452],
        [92, 452],
        [92, 240, -8, 210],
        [-98, 240, -92, 452],
      ),
      true,
    ),
    {
      ...strap(closed([-124, 412], [-88, 412], [-88, 470], [-124, 470]), true),
      stitches: [path([-120, 416], [-92, 466]), path([-92, 416], [-120, 466])],
    },
    {
      ...strap(closed([88, 412], [124, 412], [124, 470], [88, 470]), true),
      stitches: [path([92, 416], [120, 466]), path([120, 416], [92, 466])],
    },
  ],
})

export const potli: Cut = (art) => {
  const gold = art.trim ? DYES[art.trim[1]] : '#c79d45'
  const second = art.trim?.[2] ? DYES[art.trim[2]] : gold
  const pulls = [
    cord(
      [
        [58, 402],
        [150, 180],
        [0, 150],
        [-150, 180],
        [-58, 402],
      ],
      gold,
      9,
    ),
    cord(
      [
        [40, 408],
        [120, 470],
        [128, 560],
      ],
      gold,
      6,
    ),
    cord(
      [
        [-40, 408],
        [-110, 480],
        [-112, 580],
      ],
      gold,
      6,
    ),
    tassel([128, 560], second, 74),
    tassel([-112, 580], second, 74),
  ].join('')
  return {
    pieces: [
      {
        outline: symmetric([0, 300], [60, 286, 128, 262], [120, 320, 62, 404], [0, 412]),
        shading: [
          pleats(
            { left: -60, right: 60, y: 404 },
            { left: -124, right: 124, y: 284, drop: 16 },
            12,
            0.6,
            'frill',
          ),
        ],
        trims: [[mirrorOpen([0, 306], [60, 292, 132, 266]), 26]],
      },
      {
        outline: symmetric([0, 396], [62, 398], [170, 460, 232, 600, 206, 740], [170, 826, 0, 832]),
        shading: [
          pleats(
            { left: -58, right: 58, y: 402 },
            { left: -200, right: 200, y: 640, drop: 20 },
            11,
            0.5,
            'potli',
          ),
          hemFolds({ left: -190, right: 190, y: 800, drop: 30 }, 240, 7, 'potli base'),
        ],
        trims: [[mirrorOpen([0, 758], [130, 754, 214, 690]), 46]],
      },
      {
        outline: symmetric([0, 386], [64, 384], [66, 418], [0, 424]),
        raised: true,
        part: 'second',
        trims: [[path([-70, 402], [0, 408, 70, 402]), 30]],
        over: pulls,
      },
    ],
  }
}
