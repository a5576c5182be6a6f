import { darken, lighten } from '../colour.ts'
import { groundColour } from '../fabrics.ts'
import { closed, mirrorOpen, path, symmetric } from '../paths.ts'
import { crease } from '../shading.ts'
import { buttons, spaced } from './parts.ts'
import { backNeck, body, cuffLine, facing, hemline, sleeves } from './torso.ts'
import type { Materials } from '../materials.ts'
import type { Piece } from '../piece.ts'
import type { Cut } from './silhouette.ts'
import type { Sleeve, Torso } from './torso.ts'

const SHIRT: Torso = {
  neck: { width: 70, depth: 58, shape: 'v' },
  top: 166,
  shoulder: [184, 212],
  armpit: [170, 398],
  waist: [164, 610],
  hem: [168, 800],
  drop: 66,
}
const LONG: Sleeve = { end: [326, 744], inner: [248, 768], puff: 16 }
function shirtButtons(art: Materials): string {
  const colour = groundColour(art.cloth)
  return lighten(colour, colour === '#f6f4ee' ? 0.2 : 0.62)
}

/** The front strip with its buttons, from the collar to the hem. */
export function buttonBand(art: Materials, from: number, to: number, count: number, half = 17): Piece {
  return {
    outline: closed([-half, from], [half, from], [half, to], [-half, to]),
    only: 'front',
    stitches: [path([-half + 5, from], [-half + 5, to]), path([half - 5, from], [half - 5, to])],
    raised: true,
    over: buttons(0, spaced(from + 34, to - 60, count), shirtButtons(art), 6),
  }
}

/** A collar seen from behind, `height` deep. */
export function collarBack(top: number, width: number, height: number): Piece {
  return {
    outline: symmetric(
      [0, top - 34],
      [width * 0.6, top - 34, width + 4, top - 26],
      [width + 18, top - 14, width + 14, top - 30 + height * 0.6],
      [width * 0.6, top - 30 + height, 0, top - 30 + height],
    ),
    only: 'back',
    raised: true,
    stitches: [
      mirrorOpen(
        [0, top - 37 + height],
        [width * 0.6, top - 37 + height, width + 10, top - 36 + height * 0.6],
      ),
    ],
  }
}

/** A folded collar: stand behind, two points in front. */
export function pointCollar(top: number, width = 70): Piece[] {
  return [
    {
      outline: symmetric(
        [0, top + 4],
        [width * 0.7, top + 2, width - 2, top - 26],
        [width * 0.6, top - 34, 0, top - 34],
      ),
      dim: 0.3,
      part: 'inside',
      only: 'front',
    },
    {
      outline: closed(
        [width - 8, top - 34],
        [width + 16, top - 18, width + 22, top + 6],
        [96, top + 40, 74, top + 94],
        [44, top + 72, 3, top + 44],
        [34, top + 14, width - 8, top - 34],
      ),
      only: 'front',
      raised: true,
      mirrored: true,
      grain: 30,
      stitches: [path([width + 15, top + 6], [89, top + 38, 72, top + 83], [44, top + 63, 10, top + 42])],
      shading: [crease([width, top - 20], [30, top + 40], -6, 9)],
    },
    collarBack(top, width, 62),
  ]
}

/** A collar that stands straight up, with a small gap in front. */
export function bandCollar(top: number, width = 62, gap = 5): Piece[] {
  return [
    {
      outline: symmetric(
        [0, top + 30],
        [width * 0.8, top + 22, width, top - 22],
        [width * 0.5, top - 34, 0, top - 34],
      ),
      dim: 0.42,
      part: 'inside',
      only: 'front',
    },
    {
      outline: closed(
        [width + 4, top - 26],
        [width + 16, top - 12, width + 12, top + 4],
        [width * 0.8, top + 48, gap, top + 62],
        [gap, top + 28],
        [width * 0.72, top + 14, width + 4, top - 26],
      ),
      only: 'front',
      raised: true,
      mirrored: true,
      stitches: [path([width + 8, top + 2], [width * 0.76, top + 42, gap + 4, top + 56])],
    },
    collarBack(top, width, 46),
  ]
}

function cuffs(sleeve: Sleeve): Pick<Piece, 'seams' | 'stitches'> {
  return { seams: [cuffLine(sleeve, 58)], stitches: [cuffLine(sleeve, 51), cuffLine(sleeve, 7)] }
}

function patchPocket(x: number, y: number, flap: boolean): Piece {
  const outline = closed([x, y], [x + 86, y], [x + 86, y + 80], [x + 43, y + 100], [x, y + 80])
  return {
    outline,
    only: 'front',
    raised: true,
    stitches: [path([x + 5, y + 2], [x + 5, y + 77], [x + 43, y + 94], [x + 81, y + 77], [x + 81, y + 2])],
    ...(flap ? { over: '' } : { seams: [path([x, y + 16], [x + 86, y + 16])] }),
  }
}

/** The yoke across the shoulders and the box pleat below it. */
function backSeams(shoulder: number, yoke: number, hem: number): string[] {
  return [
    path([-shoulder, yoke - 8], [0, yoke + 8, shoulder, yoke - 8]),
    path([-15, yoke + 1], [-12, hem - 180, -22, hem]),
    path([15, yoke + 1], [12, hem - 180, 22, hem]),
  ]
}

export const shirt: Cut = (art, pose) => ({
  pieces: [
    { ...sleeves(SHIRT, LONG), ...cuffs(LONG) },
    backNeck(SHIRT),
    {
      ...body(facing(SHIRT, pose)),
      stitches: [hemline(SHIRT, 10)],
      seams:
        pose === 'back'
          ? backSeams(168, 272, 856)
          : [path([70, 172], [130, 216, 172, 240]), path([-70, 172], [-130, 216, -172, 240])],
    },
    buttonBand(art, 214, 860, 6),
    patchPocket(46, 372, false),
    ...pointCollar(166),
  ],
})

export const bandShirt: Cut = (art, pose) => ({
  pieces: [
    { ...sleeves(SHIRT, LONG), ...cuffs(LONG) },
    backNeck(SHIRT),
    {
      ...body(facing({ ...SHIRT, neck: { width: 66, depth: 60, shape: 'round' } }, pose)),
      stitches: [hemline(SHIRT, 10)],
      seams: pose === 'back' ? backSeams(168, 272, 856) : [],
    },
    buttonBand(art, 222, 860, 6),
    ...bandCollar(168),
  ],
})

export const campShirt: Cut = (art, pose) => {
  const front: Torso = {
    neck: { width: 74, depth: 150, shape: 'v' },
    top: 178,
    shoulder: [204, 226],
    armpit: [188, 420],
    waist: [190, 620],
    hem: [194, 812],
    drop: 4,
  }
  const torso = facing(front, pose)
  const sleeve: Sleeve = { end: [326, 466], inner: [222, 496], puff: 12 }
  return {
    pieces: [
      { ...sleeves(torso, sleeve), stitches: [cuffLine(sleeve, 16)] },
      backNeck(torso),
      {
        ...body(torso),
        stitches: [hemline(torso, 14)],
        seams: pose === 'back' ? [path([-186, 282], [0, 296, 186, 282])] : [],
      },
      buttonBand(art, 320, 814, 4),
      patchPocket(52, 400, false),
      {
        outline: symmetric([0, 200], [52, 190, 70, 150], [44, 138, 0, 138]),
        part: 'inside',
        only: 'front',
        dim: 0.25,
      },
      collarBack(178, 72, 66),
      {
        outline: closed(
          [66, 148],
          [96, 160, 98, 186],
          [122, 236],
          [96, 250],
          [108, 282],
          [60, 316, 3, 334],
          [30, 240, 66, 148],
        ),
        only: 'front',
        raised: true,
        mirrored: true,
        grain: 24,
        seams: [path([96, 250], [70, 226, 58, 206])],
        stitches: [path([92, 190], [114, 234]), path([101, 280], [58, 308, 12, 322])],
      },
    ],
    fit: { y: 6 },
  }
}

export const overshirt: Cut = (art, pose) => {
  const torso: Torso = {
    ...SHIRT,
    shoulder: [196, 216],
    armpit: [182, 412],
    waist: [184, 620],
    hem: [186, 826],
    drop: 8,
  }
  const sleeve: Sleeve = { end: [340, 766], inner: [252, 790], puff: 18 }
  const flap = (x: number): Piece => ({
    outline: closed([x, 368], [x + 100, 368], [x + 100, 402], [x + 50, 424], [x, 402]),
    only: 'front',
    raised: true,
    stitches: [path([x + 6, 370], [x + 6, 399], [x + 50, 417], [x + 94, 399], [x + 94, 370])],
    over: buttons(x + 50, [404], darken(groundColour(art.cloth), 0.55), 6),
  })
  return {
    pieces: [
      { ...sleeves(torso, sleeve), ...cuffs(sleeve) },
      backNeck(torso),
      {
        ...body(facing(torso, pose)),
        stitches: [hemline(torso, 14), hemline(torso, 22)],
        seams: pose === 'back' ? [path([-180, 286], [0, 302, 180, 286])] : [],
      },
      buttonBand(art, 214, 834, 6, 20),
      ...[-148, 48].flatMap((x) => [patchPocket(x + 7, 376, true), flap(x)]),
      ...pointCollar(166, 72),
    ],
  }
}
