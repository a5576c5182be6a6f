import { darken, lighten } from '../colour.ts'
import { DYES } from '../dyes.ts'
import { groundColour } from '../fabrics.ts'
import { closed, mirrorOpen, path } from '../paths.ts'
import { pleats } from '../shading.ts'
import { buttons, spaced } from './parts.ts'
import { bandCollar } from './shirts.ts'
import { backNeck, body, cuffLine, facing, hemline, neckline, sleeves } from './torso.ts'
import type { Materials } from '../materials.ts'
import type { Piece } from '../piece.ts'
import type { Cut, Pose } from './silhouette.ts'
import type { Sleeve, Torso } from './torso.ts'

export const MEN: Torso = {
  neck: { width: 62, depth: 50 },
  top: 122,
  shoulder: [168, 162],
  armpit: [152, 334],
  waist: [148, 520],
  hem: [186, 888],
  drop: 8,
}

export const MEN_SLEEVE: Sleeve = { end: [304, 640], inner: [230, 662], puff: 14 }

export const WOMEN: Torso = {
  neck: { width: 78, depth: 92 },
  top: 124,
  shoulder: [146, 156],
  armpit: [136, 318],
  waist: [124, 450],
  hem: [184, 892],
  drop: 10,
}

export const WOMEN_SLEEVE: Sleeve = { end: [262, 520], inner: [188, 544], puff: 12 }

/** The cut at a side seam that lets a kurta move. */
export function sideSlit(torso: Torso, height: number): string {
  const [x, y] = torso.hem
  const top = y - height
  const inset = x - (x - torso.waist[0]) * 0.32
  return `<g fill="none"><path d="M${inset - 2} ${top}Q${x - 16} ${y - height * 0.5} ${x - 14} ${y + 14}" stroke="#1c0f18" stroke-opacity=".3" stroke-width="2.4"/><path d="M${-inset + 2} ${top}Q${-x + 16} ${y - height * 0.5} ${-x + 14} ${y + 14}" stroke="#1c0f18" stroke-opacity=".3" stroke-width="2.4"/></g>`
}

/** A placket with buttons from a men's band collar to the chest. */
function kurtaPlacket(art: Materials, top: number, bottom: number): Piece {
  const colour = art.trim ? DYES[art.trim[1]] : lighten(groundColour(art.cloth), 0.5)
  return {
    outline: closed([-19, top], [19, top], [19, bottom - 16], [0, bottom], [-19, bottom - 16]),
    only: 'front',
    raised: true,
    stitches: [path([-14, top], [-14, bottom - 20], [0, bottom - 7], [14, bottom - 20], [14, top])],
    ...(art.trim && art.trim[0] !== 'thread'
      ? {
          trims: [
            [path([-13, top], [-13, bottom]), 14],
            [path([13, top], [13, bottom]), 14],
          ] as const,
        }
      : {}),
    over: buttons(0, spaced(top + 30, bottom - 34, 4), art.trim ? colour : darken(colour, 0.1), 6),
  }
}

function men(
  torso: Torso,
  sleeve: Sleeve,
  art: Materials,
  { slit, pose }: { slit: number; pose: Pose },
): Piece[] {
  const collar = bandCollar(torso.top, torso.neck.width - 4)
  return [
    { ...sleeves(torso, sleeve), stitches: [cuffLine(sleeve, 14)], trims: [[cuffLine(sleeve, 18), 26]] },
    backNeck(torso),
    {
      ...body(facing(torso, pose)),
      details: sideSlit(torso, slit),
      stitches: [hemline(torso, 13)],
      seams:
        pose === 'back' ? [path([-torso.shoulder[0] + 14, 268], [0, 284, torso.shoulder[0] - 14, 268])] : [],
    },
    kurtaPlacket(art, torso.top + torso.neck.depth + 4, torso.armpit[1] + 92),
    ...collar.map((piece, i): Piece =>
      i === 1
        ? {
            ...piece,
            trims: [
              [
                path(
                  [torso.neck.width + 6, torso.top - 4],
                  [torso.neck.width * 0.76, torso.top + 32, 0, torso.top + 45],
                ),
                22,
              ],
            ],
          }
        : piece,
    ),
  ]
}

export function menKurta(art: Materials, pose: Pose, hem = MEN.hem): Piece[] {
  return men({ ...MEN, hem }, MEN_SLEEVE, art, { slit: hem[1] * 0.22, pose })
}

export const kurta: Cut = (art, pose) => ({
  pieces: menKurta(art, pose),
})

export const shortKurta: Cut = (art, pose) => {
  const torso: Torso = {
    ...MEN,
    top: 162,
    shoulder: [176, 204],
    armpit: [160, 386],
    waist: [156, 560],
    hem: [178, 806],
    drop: 26,
    neck: { width: 64, depth: 52 },
  }
  const sleeve: Sleeve = { end: [318, 712], inner: [240, 736], puff: 14 }
  const pocket: Piece = {
    outline: closed([52, 408], [132, 408], [132, 488], [92, 506], [52, 488]),
    only: 'front',
    raised: true,
    stitches: [path([52, 422], [132, 422]), path([57, 410], [57, 485], [92, 500], [127, 485], [127, 410])],
  }
  const pieces = men(torso, sleeve, art, { slit: 120, pose })
  return {
    pieces: [...pieces.slice(0, 3), pocket, ...pieces.slice(3)],
  }
}

/** A women's kurta: round neck with a slit, worked yoke, trimmed sleeves and hem. */
export function womenKurta(
  front: Torso,
  sleeve: Sleeve,
  { slit, pose }: { slit: number; pose: Pose },
): Piece[] {
  const torso = facing(front, pose, 30)
  const { top, neck } = torso
  const slitTop = top + neck.depth - 4
  const yoke = mirrorOpen(
    [0, top + neck.depth + 112],
    [neck.width * 0.5, top + neck.depth + 104, neck.width + 22, top + 104, neck.width + 30, top + 8],
  )
  return [
    { ...sleeves(torso, sleeve), trims: [[cuffLine(sleeve, 16), 30]], stitches: [cuffLine(sleeve, 40)] },
    backNeck(torso),
    {
      ...body(torso),
      details: slit > 0 ? sideSlit(torso, slit) : '',
      trims: [
        [hemline(torso, 18), 32],
        ...(pose === 'back' ? [] : [[yoke, 20] as const]),
        [neckline(torso), 34],
      ],
      over:
        pose === 'back'
          ? ''
          : `<path d="M0 ${slitTop}V${slitTop + 74}" stroke="#1c0f18" stroke-opacity=".45" stroke-width="3"/><path d="M2 ${slitTop}V${slitTop + 74}" stroke="#fff" stroke-opacity=".25" stroke-width="1.5"/>`,
    },
  ]
}

export const straightKurta: Cut = (_art, pose) => ({
  pieces: womenKurta(WOMEN, WOMEN_SLEEVE, { slit: 260, pose }),
  fit: { narrow: 0.88 },
})

export const aLineKurta: Cut = (_art, pose) => {
  const torso: Torso = {
    ...WOMEN,
    neck: { width: 76, depth: 84, shape: 'v' },
    waist: [130, 440],
    hem: [240, 880],
    drop: 22,
  }
  const pieces = womenKurta(torso, { end: [268, 500], inner: [190, 526], puff: 14 }, { slit: 0, pose })
  return {
    pieces: pieces.map((piece, i) =>
      i === 2
        ? {
            ...piece,
            shading: [
              ...(piece.shading ?? []),
              pleats({ left: -70, right: 70, y: 330 }, { left: -236, right: 236, y: 890 }, 9, 0.3, 'a-line'),
            ],
          }
        : piece,
    ),
    fit: { narrow: 0.88 },
  }
}

export const shortKurti: Cut = (art, pose) => {
  const torso: Torso = {
    ...WOMEN,
    neck: { width: 64, depth: 60, shape: 'v' },
    top: 170,
    shoulder: [156, 206],
    armpit: [144, 372],
    waist: [134, 520],
    hem: [176, 800],
    drop: 20,
  }
  const sleeve: Sleeve = { end: [276, 520], inner: [194, 546] }
  return {
    pieces: [
      { ...sleeves(torso, sleeve), trims: [[cuffLine(sleeve, 14), 24]] },
      backNeck(torso),
      { ...body(facing(torso, pose)), details: sideSlit(torso, 150), trims: [[hemline(torso, 14), 24]] },
      kurtaPlacket(art, torso.top + 52, 470),
      ...bandCollar(torso.top + 2, 62),
    ],
    fit: { scale: 1.05 },
  }
}
