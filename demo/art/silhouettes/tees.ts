import { darken, lighten } from '../colour.ts'
import { DYES } from '../dyes.ts'
import { groundColour } from '../fabrics.ts'
import { chestPrint } from '../graphics.ts'
import { closed, mirrorOpen, path, symmetric } from '../paths.ts'
import { buttons, ribbing } from './parts.ts'
import { collarBack } from './shirts.ts'
import { backNeck, body, cuffLine, facing, hemline, neckline, sleeves } from './torso.ts'
import type { Materials } from '../materials.ts'
import type { Piece } from '../piece.ts'
import type { Cut, Pose } from './silhouette.ts'
import type { Sleeve, Torso } from './torso.ts'

const TEE: Torso = {
  neck: { width: 80, depth: 76 },
  top: 172,
  shoulder: [186, 214],
  armpit: [172, 392],
  waist: [166, 600],
  hem: [174, 836],
}

const SHORT: Sleeve = { end: [312, 404], inner: [218, 442] }

const OVERSIZED: Torso = {
  neck: { width: 78, depth: 66 },
  top: 172,
  shoulder: [222, 232],
  armpit: [204, 436],
  waist: [204, 640],
  hem: [208, 846],
}

const WIDE: Sleeve = { end: [336, 474], inner: [234, 506], puff: 14 }

const CROP: Torso = {
  neck: { width: 84, depth: 82 },
  top: 212,
  shoulder: [170, 248],
  armpit: [156, 410],
  waist: [148, 560],
  hem: [150, 682],
}

const CAP: Sleeve = { end: [278, 396], inner: [196, 440] }

export function neckRib(torso: Torso, art: Materials, width = 20): string {
  return ribbing(neckline(torso), width * 2, groundColour(art.cloth))
}

function tee(front: Torso, sleeve: Sleeve, art: Materials, pose: Pose): Piece[] {
  const torso = facing(front, pose)
  const cloth = body(torso)
  const [x, y] = [torso.hem[0], torso.hem[1]]
  return [
    { ...sleeves(torso, sleeve), stitches: [cuffLine(sleeve, 13)] },
    backNeck(torso),
    {
      ...cloth,
      details:
        (pose === 'back' ? '' : chestPrint(art, 0, torso.armpit[1] + (y - torso.armpit[1]) * 0.3, x / 185)) +
        neckRib(torso, art),
      stitches: [hemline(torso, 15)],
    },
    ...(art.graphic?.[0] === 'pocket' ? [pocket(torso)] : []),
  ]
}

function pocket({ armpit }: Torso): Piece {
  const [x, y] = [44, armpit[1] - 10]
  return {
    outline: closed([x, y], [x + 82, y], [x + 82, y + 74], [x + 41, y + 96], [x, y + 74]),
    only: 'front',
    raised: true,
    stitches: [
      path([x, y + 14], [x + 82, y + 14]),
      path([x + 5, y + 14], [x + 5, y + 71], [x + 41, y + 90], [x + 77, y + 71], [x + 77, y + 14]),
    ],
  }
}

export const crewTee: Cut = (art, pose) => ({ pieces: tee(TEE, SHORT, art, pose) })

export const oversizedTee: Cut = (art, pose) => ({
  pieces: tee(OVERSIZED, WIDE, art, pose),
})

export const cropTee: Cut = (art, pose) => ({
  pieces: tee(CROP, CAP, art, pose),
  fit: { scale: 1.1, y: 50 },
})

function knittedCollar(torso: Torso, art: Materials): Piece[] {
  const colour = groundColour(art.cloth)
  const { top, neck } = torso
  const tip = art.trim ? DYES[art.trim[1]] : darken(colour, 0.3)
  const leafEdge = path([neck.width + 8, top - 6], [118, top + 42, 98, top + 104], [8, top + 74])
  return [
    {
      outline: symmetric(
        [0, top + 16],
        [neck.width * 0.7, top + 12, neck.width - 8, top - 20],
        [neck.width * 0.6, top - 30, 0, top - 30],
      ),
      part: 'inside',
      only: 'front',
      dim: 0.25,
    },
    {
      ...collarBack(top, neck.width, 62),
      stitches: [],
      details: `<path d="${mirrorOpen([0, top + 32], [neck.width * 0.6, top + 32, neck.width + 16, top + 8])}" fill="none" stroke="${tip}" stroke-width="12"/>`,
    },
    {
      only: 'front',
      outline: closed(
        [neck.width - 14, top - 22],
        [neck.width + 14, top - 16, neck.width + 10, top - 2],
        [118, top + 42, 98, top + 104],
        [50, top + 86, 4, top + 76],
        [44, top + 46, neck.width - 22, top - 16],
      ),
      raised: true,
      mirrored: true,
      details: `<path d="${leafEdge}" fill="none" stroke="${tip}" stroke-width="14"/>`,
    },
  ]
}

function placket(torso: Torso, art: Materials, bottom: number): Piece {
  const top = torso.top + torso.neck.depth - 8
  return {
    outline: closed([-20, top], [20, top], [20, bottom], [-20, bottom]),
    only: 'front',
    raised: true,
    stitches: [path([-15, top], [-15, bottom - 5], [15, bottom - 5], [15, top])],
    over: buttons(0, [top + 26, (top + bottom) / 2 + 6, bottom - 20], lighten(groundColour(art.cloth), 0.55)),
  }
}

export const polo: Cut = (art, pose) => {
  const torso: Torso = { ...TEE, neck: { width: 74, depth: 74 } }
  const colour = art.trim ? DYES[art.trim[1]] : groundColour(art.cloth)
  const sleeve = sleeves(torso, SHORT)
  return {
    pieces: [
      {
        ...sleeve,
        details:
          ribbing(cuffLine(SHORT), 44, groundColour(art.cloth)) +
          `<path d="${cuffLine(SHORT, 16)}" stroke="${colour}" stroke-width="5" fill="none"/>`,
      },
      backNeck(torso),
      { ...body(facing(torso, pose)), stitches: [hemline(torso, 15)] },
      placket(torso, art, 400),
      ...knittedCollar(torso, art),
    ],
  }
}

export const henley: Cut = (art, pose) => {
  const torso: Torso = { ...TEE, armpit: [170, 398] }
  const sleeve: Sleeve = { end: [318, 742], inner: [246, 762], puff: 12 }
  return {
    pieces: [
      { ...sleeves(torso, sleeve), details: ribbing(cuffLine(sleeve, -2), 60, groundColour(art.cloth)) },
      backNeck(torso),
      {
        ...body(facing(torso, pose)),
        details: neckRib(facing(torso, pose), art),
        stitches: [hemline(torso, 15)],
      },
      placket(torso, art, 412),
    ],
    fit: { scale: 0.96 },
  }
}
