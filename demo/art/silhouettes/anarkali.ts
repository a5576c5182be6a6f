import { mirrorOpen, path, symmetric } from '../paths.ts'
import { hemFolds, pleats } from '../shading.ts'
import { womenKurta } from './kurtas.ts'
import { facing, neckline } from './torso.ts'
import type { Piece } from '../piece.ts'
import type { Cut, Pose } from './silhouette.ts'
import type { Sleeve, Torso } from './torso.ts'

const ANARKALI: Torso = {
  neck: { width: 78, depth: 88 },
  top: 120,
  shoulder: [142, 152],
  armpit: [132, 300],
  waist: [116, 400],
  hem: [120, 412],
  drop: 4,
}

export function anarkaliPieces(hem: { x: number; y: number }, sleeve: Sleeve, pose: Pose): Piece[] {
  const bodice = womenKurta(ANARKALI, sleeve, { slit: 0, pose })
  const hemEdge = (raise: number) =>
    mirrorOpen([0, hem.y + 34 - raise], [hem.x * 0.6, hem.y + 34 - raise, hem.x + 8, hem.y - 18 - raise])
  return [
    ...bodice.slice(0, 1),
    {
      outline: symmetric(
        [0, 398],
        [118, 398],
        [140, 520, hem.x * 0.8, hem.y - 200, hem.x, hem.y - 18],
        [hem.x * 0.6, hem.y + 34, 0, hem.y + 34],
      ),
      shading: [
        pleats(
          { left: -112, right: 112, y: 402 },
          { left: -hem.x + 6, right: hem.x - 6, y: hem.y - 12, drop: 44 },
          15,
          0.5,
          'kali',
        ),
        hemFolds({ left: -hem.x, right: hem.x, y: hem.y - 18, drop: 50 }, 220, 9, 'flare'),
      ],
      trims: [
        [hemEdge(24), 44],
        [hemEdge(66), 16],
      ],
    },
    ...bodice.slice(1, 2),
    {
      ...(bodice[2] as Piece),
      trims: [
        [path([-126, 404], [0, 410, 126, 404]), 30],
        [neckline(facing(ANARKALI, pose, 30)), 40],
        ...(pose === 'back' ? [] : [[mirrorOpen([0, 320], [60, 316, 104, 240, 108, 130]), 18] as const]),
      ],
    },
  ]
}

export const anarkali: Cut = (_art, pose) => ({
  pieces: anarkaliPieces({ x: 288, y: 872 }, { end: [270, 570], inner: [212, 588], puff: 10 }, pose),
  fit: { narrow: 0.86 },
})
