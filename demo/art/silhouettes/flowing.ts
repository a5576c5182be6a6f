import { groundColour } from '../fabrics.ts'
import { closed, mirrorOpen, path, symmetric } from '../paths.ts'
import { crease, creasePair, pleats } from '../shading.ts'
import { insideWaist, legs, waistband } from './legs.ts'
import { cord } from './parts.ts'
import type { Piece } from '../piece.ts'
import type { Cut } from './silhouette.ts'

export function palazzoPieces(top: number, hem: number): Piece[] {
  const width = (hem - top) * 0.34 + 40
  const leg = legs({ top, waist: 124, hip: 168, crotch: top + 236, hem: [width, 14, hem] })
  const edge = (raise: number) =>
    `M12 ${hem - raise + 4}Q${width / 2} ${hem + 12 - raise} ${width + 6} ${hem - raise}M-12 ${hem - raise + 4}Q${-width / 2} ${hem + 12 - raise} ${-width - 6} ${hem - raise}`
  return [
    insideWaist(124, top),
    {
      ...leg,
      shading: [
        pleats(
          { left: 20, right: 120, y: top + 60 },
          { left: 20, right: width - 4, y: hem, drop: 6 },
          6,
          0.5,
          'wide',
        ),
        pleats(
          { left: -120, right: -20, y: top + 60 },
          { left: -width + 4, right: -20, y: hem, drop: 6 },
          6,
          0.5,
          'wide left',
        ),
      ],
      trims: [[edge(18), 32]],
    },
    {
      ...waistband(124, top, 36),
      shading: [
        pleats(
          { left: -124, right: 124, y: top },
          { left: -128, right: 128, y: top + 40 },
          18,
          0.4,
          'elastic',
        ),
      ],
    },
  ]
}

export const palazzo: Cut = () => ({
  pieces: palazzoPieces(116, 880),
})

export const skirt: Cut = (art, pose) => {
  const edge = (raise: number) => mirrorOpen([0, 894 - raise], [170, 894 - raise, 268, 848 - raise])
  return {
    pieces: [
      insideWaist(112, 150),
      {
        outline: symmetric([0, 156], [60, 156, 112, 150], [150, 300, 236, 640, 258, 850], [170, 894, 0, 894]),
        shading: [
          pleats(
            { left: -104, right: 104, y: 170 },
            { left: -250, right: 250, y: 852, drop: 40 },
            10,
            0.42,
            'skirt',
          ),
          crease([40, 200], [120, 860], -10, 12),
        ],
        trims: [[edge(34), 60]],
      },
      {
        ...waistband(112, 150, 34),
        over:
          pose === 'back'
            ? ''
            : cord(
                [
                  [96, 170],
                  [150, 240],
                  [140, 330],
                ],
                groundColour(art.cloth),
                8,
              ),
      },
    ],
  }
}

/** Draped and pleated cloth between the legs. */
export function dhotiPieces(top: number, hem: number): Piece[] {
  const wide = 196
  return [
    insideWaist(128, top),
    {
      outline: symmetric(
        [0, top + 6],
        [64, top + 6, 128, top],
        [190, top + 180, wide + 10, hem - 320, wide - 60, hem - 30],
        [wide - 110, hem + 6, 56, hem - 10],
        [70, hem - 220, 40, hem - 330, 0, hem - 350],
      ),
      shading: [
        ...[0, 1, 2, 3, 4].flatMap((i) =>
          creasePair([26 + i * 22, top + 44], [70 + i * 20, hem - 90 + i * 12], -60 - i * 10, 12),
        ),
        ...creasePair([16, top + 120], [60, hem - 300], -20, 14),
      ],
      trims: [
        [
          `M52 ${hem - 22}Q${wide - 110} ${hem - 4} ${wide - 54} ${hem - 42}` +
            `M-52 ${hem - 22}Q${110 - wide} ${hem - 4} ${54 - wide} ${hem - 42}`,
          26,
        ],
      ],
    },
    {
      outline: closed(
        [-52, top + 14],
        [52, top + 14],
        [60, hem - 420, 46, hem - 150],
        [0, hem - 120, -46, hem - 150],
        [-60, hem - 420, -52, top + 14],
      ),
      only: 'front',
      raised: true,
      shading: [
        pleats(
          { left: -48, right: 48, y: top + 20 },
          { left: -44, right: 44, y: hem - 140 },
          8,
          0.6,
          'dhoti',
        ),
      ],
      trims: [[path([46, top + 14], [54, hem - 420, 40, hem - 140]), 22]],
    },
    waistband(128, top, 30),
  ]
}

export const dhoti: Cut = () => ({
  pieces: dhotiPieces(130, 870),
})
