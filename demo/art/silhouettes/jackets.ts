import { darken } from '../colour.ts'
import { DYES } from '../dyes.ts'
import { groundColour } from '../fabrics.ts'
import { closed, path, symmetric } from '../paths.ts'
import { creasePair } from '../shading.ts'
import { buttons, ribbing, spaced } from './parts.ts'
import { collarBack, pointCollar } from './shirts.ts'
import { backNeck, body, cuffLine, facing, hemline, sleeves } from './torso.ts'
import type { Piece } from '../piece.ts'
import type { Cut } from './silhouette.ts'
import type { Sleeve, Torso } from './torso.ts'

const TRUCKER: Torso = {
  neck: { width: 70, depth: 60, shape: 'v' },
  top: 184,
  shoulder: [200, 236],
  armpit: [188, 430],
  waist: [176, 640],
  hem: [170, 786],
  drop: 4,
}
const LONG: Sleeve = { end: [344, 770], inner: [258, 794], puff: 18 }

function topstitch(colour: string, ...lines: string[]): string {
  return lines
    .map((d) => `<path d="${d}" fill="none" stroke="${colour}" stroke-width="2.2" stroke-dasharray="7 3.2"/>`)
    .join('')
}

export const denimJacket: Cut = (art, pose) => {
  const thread = art.second ? DYES[art.second[1]] : '#d79a4a'
  const metal = '#b98a52'
  const flap: Piece = {
    outline: closed([40, 392], [138, 384], [139, 420], [90, 446], [41, 424]),
    only: 'front',
    raised: true,
    mirrored: true,
    over:
      topstitch(thread, path([46, 396], [46, 420], [90, 439], [133, 416], [133, 390])) +
      buttons(90, [424], metal, 7),
  }
  return {
    pieces: [
      {
        ...sleeves(TRUCKER, LONG),
        seams: [cuffLine(LONG, 50)],
        over: topstitch(thread, cuffLine(LONG, 56), cuffLine(LONG, 8)),
      },
      backNeck(TRUCKER),
      {
        ...body(facing(TRUCKER, pose)),
        seams: [
          path([-196, 372], [0, 396, 196, 372]),
          path([44, 444], [60, 600, 46, 742]),
          path([136, 440], [110, 600, 92, 742]),
          path([-44, 444], [-60, 600, -46, 742]),
          path([-136, 440], [-110, 600, -92, 742]),
        ],
        over: topstitch(
          thread,
          path([-188, 380], [0, 404, 188, 380]),
          path([50, 446], [66, 600, 52, 742]),
          path([-50, 446], [-66, 600, -52, 742]),
          path([130, 440], [104, 600, 86, 742]),
          path([-130, 440], [-104, 600, -86, 742]),
        ),
      },
      {
        outline: closed([-20, 232], [20, 232], [20, 792], [-20, 792]),
        only: 'front',
        raised: true,
        over: topstitch(thread, path([-14, 236], [-14, 790]), path([14, 236], [14, 790])),
      },
      {
        outline: symmetric([0, 742], [176, 738], [174, 792], [0, 796]),
        raised: true,
        over:
          topstitch(thread, path([-170, 746], [170, 746]), path([-168, 786], [168, 786])) +
          (pose === 'back' ? '' : buttons(0, [...spaced(262, 690, 5), 767], metal, 8.5)),
      },
      flap,
      ...pointCollar(184, 74),
    ],
  }
}

export const bomber: Cut = (art, pose) => {
  const colour = groundColour(art.cloth)
  const front: Torso = {
    ...TRUCKER,
    top: 192,
    neck: { width: 78, depth: 62 },
    waist: [190, 640],
    hem: [178, 800],
  }
  const torso = facing(front, pose)
  const sleeve: Sleeve = { end: [342, 776], inner: [262, 798], puff: 26 }
  const zip = `<path d="M0 250V802" stroke="#1c0f18" stroke-opacity=".6" stroke-width="12"/><path d="M0 250V802" stroke="#c9b27a" stroke-width="9" stroke-dasharray="2.4 2.4"/><path d="M-7 250h14v20l-3 24h-8l-3-24Z" fill="#c9b27a" stroke="#6d5a33"/>`
  return {
    pieces: [
      {
        ...sleeves(torso, sleeve),
        details: ribbing(cuffLine(sleeve, -2), 96, colour),
        seams: [cuffLine(sleeve, 46)],
      },
      { ...backNeck(torso), part: 'second', dim: 0.15 },
      {
        ...body(torso),
        details: ribbing(hemline(torso, -2), 104, colour),
        shading: [...(body(torso).shading ?? []), ...creasePair([120, 420], [150, 720], 14, 18)],
        seams: [hemline(torso, 50)],
        stitches:
          pose === 'back'
            ? []
            : [
                path([70, 560], [134, 660]),
                path([84, 554], [148, 654]),
                path([-70, 560], [-134, 660]),
                path([-84, 554], [-148, 654]),
              ],
        over: pose === 'back' ? '' : zip,
      },
      {
        outline: symmetric([0, 212], [56, 200, 66, 160], [40, 148, 0, 148]),
        part: 'second',
        only: 'front',
        dim: 0.2,
      },
      {
        ...collarBack(186, 76, 60),
        stitches: [],
        details: ribbing(path([-100, 186], [0, 200, 100, 186]), 90, darken(colour, 0.08)),
      },
      {
        only: 'front',
        outline: symmetric([0, 216], [44, 206, 58, 158], [80, 160, 86, 192], [54, 248, 0, 254]),
        raised: true,
        details: ribbing(path([-70, 176], [-40, 238, 0, 236], [40, 238, 70, 176]), 76, darken(colour, 0.08)),
      },
    ],
  }
}
