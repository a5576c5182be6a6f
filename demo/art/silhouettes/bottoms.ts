import { darken, lighten } from '../colour.ts'
import { DYES } from '../dyes.ts'
import { groundColour } from '../fabrics.ts'
import { closed, path } from '../paths.ts'
import { creasePair } from '../shading.ts'
import { insideWaist, legs, waistband } from './legs.ts'
import { buttons, cord, ribbing } from './parts.ts'
import type { Piece } from '../piece.ts'
import type { Legs } from './legs.ts'
import type { Cut } from './silhouette.ts'

const STRAIGHT: Legs = { top: 116, waist: 132, hip: 172, crotch: 368, hem: [184, 66, 886] }

function loops(xs: readonly number[], top: number): string {
  return xs
    .map(
      (x) =>
        `<rect x="${x - 5}" y="${top}" width="10" height="50" rx="2" fill="#1c0f18" fill-opacity=".16" stroke="#1c0f18" stroke-opacity=".4"/>`,
    )
    .join('')
}

function stitched(dark: string, d: string): string {
  return `<path d="${d}" fill="none" stroke="${dark}" stroke-width="2.4" stroke-dasharray="7 3.4"/>`
}

/** A pocket on the seat, drawn for the right side. */
function seatPocket(thread?: string): Piece {
  const arc = path([54, 258], [92, 276, 132, 258])
  return {
    outline: closed([50, 216], [136, 210], [138, 296], [94, 316], [52, 300]),
    only: 'back',
    raised: true,
    mirrored: true,
    stitches: [path([55, 222], [56, 296], [94, 309], [132, 292], [131, 217])],
    ...(thread ? { over: stitched(thread, arc) } : {}),
  }
}

export const jeans: Cut = (art, pose) => {
  const isBack = pose === 'back'
  const base = groundColour(art.cloth)
  const thread = base === DYES.charcoal ? '#8b8780' : '#d79a4a'
  const fade = `<g fill="${lighten(base, 0.6)}" opacity=".07">${[60, 50, 40, 30, 20].map((r) => `<ellipse cx="96" cy="470" rx="${r}" ry="${r * 3.4}"/><ellipse cx="-96" cy="470" rx="${r}" ry="${r * 3.4}"/>`).join('')}</g>`
  const leg = legs(STRAIGHT)
  const pocket = 'M66 160Q82 236 160 240'
  const left = 'M-66 160Q-82 236-160 240'
  return {
    pieces: [
      insideWaist(132, 116),
      {
        ...leg,
        details: isBack ? '' : fade,
        over: isBack
          ? stitched(thread, 'M-150 176L0 214L150 176M66 870L180 868M-66 870L-180 868')
          : [pocket, left]
              .map(
                (d) => `<path d="${d}" fill="none" stroke="#1c0f18" stroke-opacity=".5" stroke-width="2.5"/>`,
              )
              .join('') +
            stitched(thread, 'M58 162Q76 244 162 248M-58 162Q-76 244-162 248') +
            stitched(thread, 'M0 166V366M34 166V280Q32 324 2 336M66 870L180 868M-66 870L-180 868'),
        seams: [path([168, 300], [176, 620, 180, 880]), path([-168, 300], [-176, 620, -180, 880])],
      },
      seatPocket(thread),
      {
        ...waistband(132, 116),
        over: isBack
          ? loops([-96, 0, 96], 116) +
            '<rect x="44" y="124" width="58" height="36" rx="3" fill="#9a6a3e" stroke="#5b3c22" stroke-width="1.6"/>'
          : loops([-96, -34, 56, 104], 116) + buttons(0, [143], '#a9793e', 9),
      },
    ],
  }
}

export const trousers: Cut = (art, pose) => {
  const isBack = pose === 'back'
  const colour = groundColour(art.cloth)
  const leg = legs({ ...STRAIGHT, hem: [156, 62, 886] })
  return {
    pieces: [
      insideWaist(132, 116),
      {
        ...leg,
        shading: [...(leg.shading ?? []), ...creasePair([98, 250], [110, 870], 6, 6)],
        seams: [
          ...(leg.seams ?? []),
          ...(isBack
            ? [path([56, 226], [128, 222]), path([-56, 226], [-128, 222])]
            : [path([92, 164], [150, 250]), path([-92, 164], [-150, 250])]),
        ],
        stitches: [
          path([66, 866], [154, 862]),
          path([-66, 866], [-154, 862]),
          ...(isBack
            ? [path([58, 238], [126, 234]), path([-58, 238], [-126, 234])]
            : [path([30, 166], [30, 280, 4, 330])]),
        ],
        over: isBack ? buttons(92, [232], darken(colour, 0.35), 5) : '',
      },
      {
        ...waistband(132, 116),
        over: isBack
          ? loops([-96, 0, 96], 116)
          : loops([-92, 92], 116) + buttons(0, [144], darken(colour, 0.35), 7),
      },
    ],
  }
}

export const cargo: Cut = (art, pose) => {
  const isBack = pose === 'back'
  const leg = legs({ ...STRAIGHT, hip: 182, hem: [192, 72, 872] })
  const flap: Piece = {
    outline: closed([116, 470], [202, 462], [203, 496], [160, 512], [116, 502]),
    raised: true,
    mirrored: true,
    stitches: [path([122, 474], [122, 498], [160, 505], [198, 492], [197, 467])],
    over: buttons(160, [494], darken(groundColour(art.cloth), 0.5), 5.5),
  }
  const pocket: Piece = {
    outline: closed([120, 480], [200, 474], [202, 606], [122, 612]),
    raised: true,
    mirrored: true,
    seams: [path([160, 500], [162, 608])],
    stitches: [path([126, 500], [128, 605], [196, 600], [194, 498])],
  }
  return {
    pieces: [
      insideWaist(132, 116),
      {
        ...leg,
        seams: [
          ...(leg.seams ?? []),
          ...(isBack ? [] : [path([84, 162], [152, 262]), path([-84, 162], [-152, 262])]),
        ],
        stitches: isBack ? [] : [path([72, 560], [120, 566]), path([30, 166], [30, 280, 4, 330])],
        details: ribbing('M66 868Q130 884 196 864M-66 868Q-130 884-196 864', 16, groundColour(art.cloth)),
      },
      seatPocket(),
      pocket,
      flap,
      {
        ...waistband(132, 116),
        over: isBack
          ? loops([-96, 0, 96], 116)
          : loops([-92, 92], 116) + buttons(0, [144], darken(groundColour(art.cloth), 0.5), 7),
      },
    ],
  }
}

export const joggers: Cut = (art, pose) => {
  const isBack = pose === 'back'
  const colour = groundColour(art.cloth)
  const leg = legs({ ...STRAIGHT, hip: 178, hem: [132, 66, 880] })
  const string = art.cloth[1] === 'navy' ? DYES.marigold : lighten(colour, 0.5)
  return {
    pieces: [
      insideWaist(132, 116),
      {
        ...leg,
        details: ribbing('M50 864Q100 874 150 860M-50 864Q-100 874-150 860', 62, colour),
        seams: [
          ...(leg.seams ?? []),
          ...(isBack
            ? []
            : [path([110, 166], [140, 200, 156, 286]), path([-110, 166], [-140, 200, -156, 286])]),
        ],
      },
      {
        ...waistband(132, 116, 44),
        details: ribbing('M-146 142Q0 152 146 142', 50, colour),
        stitches: [],
        over: isBack
          ? ''
          : cord(
              [
                [-14, 150],
                [-30, 210],
                [-24, 268],
              ],
              string,
            ) +
            cord(
              [
                [14, 150],
                [34, 206],
                [30, 250],
              ],
              string,
            ),
      },
    ],
  }
}

export const shorts: Cut = (art, pose) => {
  const isBack = pose === 'back'
  const colour = groundColour(art.cloth)
  const leg = legs({ top: 244, waist: 156, hip: 214, crotch: 522, hem: [240, 34, 690] })
  return {
    pieces: [
      insideWaist(156, 244),
      {
        ...leg,
        seams: [
          ...(leg.seams ?? []),
          ...(isBack
            ? [path([70, 372], [158, 366]), path([-70, 372], [-158, 366])]
            : [path([112, 300], [178, 404]), path([-112, 300], [-178, 404])]),
        ],
        stitches: [
          path([36, 672], [238, 668]),
          path([-36, 672], [-238, 668]),
          ...(isBack ? [] : [path([32, 296], [32, 420, 4, 470])]),
        ],
      },
      {
        ...waistband(156, 244, 46),
        over: isBack
          ? ''
          : cord(
              [
                [-12, 282],
                [-30, 340],
                [-22, 392],
              ],
              lighten(colour, 0.6),
            ) +
            cord(
              [
                [12, 282],
                [32, 336],
                [28, 378],
              ],
              lighten(colour, 0.6),
            ),
      },
    ],
    fit: { scale: 1.12, y: 30 },
  }
}
