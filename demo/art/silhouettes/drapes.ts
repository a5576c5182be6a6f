import { DYES } from '../dyes.ts'
import { groundColour } from '../fabrics.ts'
import { closed, path } from '../paths.ts'
import { crease, pleats } from '../shading.ts'
import { fringe } from './parts.ts'
import type { Materials } from '../materials.ts'
import type { Piece } from '../piece.ts'
import type { Cut } from './silhouette.ts'

const PEG: Piece['over'] = `<g><circle cy="122" r="17" cx="3" fill="#000" opacity=".3"/><circle cy="116" r="17" fill="#8a5f3d"/><circle cy="114" r="12" fill="#b98a5c"/><circle cx="-4" cy="109" r="4" fill="#e6c49b"/></g>`

function endColour(art: Materials): string {
  return art.trim ? DYES[art.trim[1]] : groundColour(art.cloth)
}

/** A length of cloth looped over a peg: two falls, the nearer one spread out. */
export const stole: Cut = (art) => ({
  pieces: [
    {
      outline: closed(
        [-30, 128],
        [40, 118],
        [110, 260, 168, 520, 186, 820],
        [100, 838, 22, 828],
        [10, 560, -10, 300, -30, 128],
      ),
      dim: 0.16,
      grain: -9,
      shading: [
        pleats({ left: -20, right: 40, y: 140 }, { left: 24, right: 182, y: 826 }, 6, 0.66, 'stole back'),
      ],
      trims: [[path([20, 796], [100, 806, 190, 788]), 40]],
      over: fringe([24, 826], [184, 818], endColour(art), 44, 30),
    },
    {
      outline: closed(
        [-34, 116],
        [0, 92, 38, 116],
        [42, 300, 50, 560, 46, 868],
        [-80, 884, -206, 862],
        [-180, 560, -110, 300, -34, 116],
      ),
      raised: true,
      grain: 7,
      shading: [
        pleats({ left: -30, right: 36, y: 128 }, { left: -202, right: 44, y: 868 }, 8, 0.66, 'stole front'),
        crease([-10, 120], [-90, 560], 20, 16),
      ],
      trims: [[path([-204, 834], [-80, 852, 48, 840]), 42]],
      over: fringe([-204, 862], [44, 868], endColour(art), 46, 44) + PEG,
    },
  ],
  fit: { scale: 0.98, y: -8 },
})

export const dupatta: Cut = () => ({
  pieces: [
    {
      outline: closed(
        [-40, 126],
        [30, 112],
        [160, 220, 250, 470, 272, 770],
        [180, 806, 74, 790],
        [60, 500, 0, 260, -40, 126],
      ),
      dim: 0.1,
      grain: -16,
      shading: [
        pleats({ left: -20, right: 40, y: 140 }, { left: 78, right: 268, y: 786 }, 7, 0.66, 'dupatta back'),
      ],
      trims: [
        [path([70, 764], [180, 780, 276, 744]), 44],
        [path([34, 116], [164, 222, 254, 470, 272, 770]), 20],
      ],
    },
    {
      outline: closed(
        [-40, 114],
        [0, 88, 36, 116],
        [60, 320, 96, 560, 88, 850],
        [-70, 884, -236, 846],
        [-220, 540, -130, 280, -40, 114],
      ),
      raised: true,
      grain: 10,
      shading: [
        pleats(
          { left: -32, right: 34, y: 128 },
          { left: -230, right: 84, y: 856 },
          10,
          0.62,
          'dupatta front',
        ),
      ],
      trims: [
        [path([-236, 820], [-70, 858, 90, 824]), 50],
        [path([-40, 114], [-130, 280, -222, 540, -238, 846]), 22],
      ],
      over: PEG,
    },
  ],
})

/** Knotted once, as scarves are worn. */
export const scarf: Cut = (art) => ({
  pieces: [
    {
      outline: closed(
        [-120, 250],
        [-150, 120, 0, 96],
        [150, 120, 120, 250],
        [96, 320, 0, 330],
        [-96, 320, -120, 250],
      ),
      grain: 80,
      shading: [
        crease([-110, 220], [110, 220], 60, 20),
        crease([-116, 260], [116, 260], 80, 16),
        crease([-90, 170], [90, 170], -50, 18),
      ],
    },
    {
      outline: closed(
        [-72, 208],
        [-40, 160, 0, 152],
        [40, 160, 72, 208],
        [50, 262, 0, 270],
        [-50, 262, -72, 208],
      ),
      part: 'inside',
      dim: 0.55,
    },
    {
      outline: closed(
        [20, 300],
        [90, 290],
        [150, 480, 168, 700, 170, 800],
        [110, 812, 60, 806],
        [50, 600, 30, 440, 20, 300],
      ),
      grain: -6,
      shading: [
        pleats({ left: 24, right: 86, y: 310 }, { left: 62, right: 168, y: 804 }, 5, 0.6, 'scarf back'),
      ],
      dim: 0.1,
      over: fringe([62, 804], [168, 798], groundColour(art.cloth), 54, 20),
    },
    {
      outline: closed(
        [-70, 280],
        [60, 270],
        [70, 480, 40, 700, 24, 856],
        [-60, 870, -146, 852],
        [-130, 640, -110, 440, -70, 280],
      ),
      raised: true,
      grain: 4,
      shading: [
        pleats({ left: -64, right: 56, y: 290 }, { left: -142, right: 22, y: 856 }, 6, 0.6, 'scarf front'),
      ],
      over: fringe([-144, 852], [22, 856], groundColour(art.cloth), 56, 28),
    },
    {
      outline: closed(
        [-96, 236],
        [-20, 200, 92, 262],
        [112, 310, 70, 352],
        [0, 372, -80, 330],
        [-116, 290, -96, 236],
      ),
      raised: true,
      grain: 62,
      shading: [
        crease([-80, 250], [80, 330], 10, 16),
        crease([-60, 232], [90, 290], 10, 14),
        crease([-84, 300], [40, 354], 8, 12),
      ],
    },
  ],
})
