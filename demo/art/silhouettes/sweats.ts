import { lighten } from '../colour.ts'
import { groundColour } from '../fabrics.ts'
import { chestPrint } from '../graphics.ts'
import { closed, path, symmetric } from '../paths.ts'
import { creasePair } from '../shading.ts'
import { cord, ribbing } from './parts.ts'
import { neckRib } from './tees.ts'
import { backNeck, body, cuffLine, facing, hemline, sleeves } from './torso.ts'
import type { Materials } from '../materials.ts'
import type { Piece } from '../piece.ts'
import type { Cut, Pose } from './silhouette.ts'
import type { Sleeve, Torso } from './torso.ts'

const SWEAT: Torso = {
  neck: { width: 84, depth: 62 },
  top: 178,
  shoulder: [206, 232],
  armpit: [192, 432],
  waist: [196, 640],
  hem: [190, 812],
  drop: 6,
}

const LONG: Sleeve = { end: [330, 756], inner: [250, 778], puff: 18 }

function ribbedBody(front: Torso, art: Materials, pose: Pose): Piece {
  const torso = facing(front, pose)
  const colour = groundColour(art.cloth)
  return {
    ...body(torso),
    details:
      (pose === 'back' ? '' : chestPrint(art, 0, torso.armpit[1] + 96, 0.98)) +
      neckRib(torso, art, 22) +
      ribbing(hemline(torso, -2), 96, colour),
    seams: [hemline(torso, 46)],
  }
}

function ribbedSleeves(torso: Torso, art: Materials): Piece {
  return {
    ...sleeves(torso, LONG),
    details: ribbing(cuffLine(LONG, -2), 100, groundColour(art.cloth)),
    seams: [cuffLine(LONG, 48)],
  }
}

export const sweatshirt: Cut = (art, pose) => ({
  pieces: [
    ribbedSleeves(SWEAT, art),
    backNeck(SWEAT),
    {
      ...ribbedBody(SWEAT, art, pose),
      stitches: pose === 'back' ? [] : [path([-26, 254], [0, 292], [26, 254])],
    },
  ],
})

export const hoodie: Cut = (art, pose) => {
  const torso: Torso = {
    ...SWEAT,
    top: 236,
    neck: { width: 82, depth: 58 },
    shoulder: [206, 282],
    armpit: [194, 464],
    hem: [192, 840],
  }
  const sleeve: Sleeve = { end: [332, 790], inner: [252, 812], puff: 18 }
  const colour = groundColour(art.cloth)
  return {
    pieces: [
      {
        ...sleeves(torso, sleeve),
        details: ribbing(cuffLine(sleeve, -2), 100, colour),
        seams: [cuffLine(sleeve, 48)],
      },
      ribbedBody(torso, art, pose),
      {
        only: 'front',
        outline: symmetric([0, 608], [104, 608], [152, 706], [146, 790], [0, 792]),
        raised: true,
        seams: [path([104, 608], [152, 706]), path([-104, 608], [-152, 706])],
        stitches: [path([94, 616], [142, 710], [136, 786]), path([-94, 616], [-142, 710], [-136, 786])],
      },
      {
        outline: symmetric([0, 116], [104, 116, 108, 226, 84, 268], [46, 300, 0, 312]),
        only: 'front',
        part: 'inside',
        dim: 0.5,
      },
      {
        only: 'back',
        outline: symmetric([0, 96], [126, 92, 152, 214, 112, 284], [84, 352, 0, 366]),
        raised: true,
        shading: creasePair([70, 118], [100, 300], -16, 14),
        seams: [
          path([0, 98], [0, 364]),
          path([-96, 150], [-70, 260, -78, 330]),
          path([96, 150], [70, 260, 78, 330]),
        ],
      },
      {
        only: 'front',
        outline: closed(
          [0, 96],
          [126, 92, 152, 214, 108, 284],
          [70, 336, 0, 350],
          [30, 322, 58, 296, 78, 256],
          [94, 190, 62, 128, 0, 126],
        ),
        raised: true,
        mirrored: true,
        shading: creasePair([70, 118], [112, 258], -16, 14).slice(0, 1),
        stitches: [path([0, 136], [56, 138, 84, 192, 68, 256], [50, 290, 12, 320])],
        over: cord(
          [
            [40, 306],
            [44, 380],
            [34, 452],
          ],
          lighten(colour, 0.65),
        ),
      },
    ],
    fit: { scale: 0.97, y: 10 },
  }
}
