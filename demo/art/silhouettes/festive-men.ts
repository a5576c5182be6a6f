import { darken, lighten } from '../colour.ts'
import { DYES } from '../dyes.ts'
import { groundColour } from '../fabrics.ts'
import { path, symmetric } from '../paths.ts'
import { creasePair } from '../shading.ts'
import { MEN, MEN_SLEEVE, sideSlit } from './kurtas.ts'
import { legs } from './legs.ts'
import { buttons, spaced } from './parts.ts'
import { bandCollar } from './shirts.ts'
import { backNeck, body, cuffLine, facing, hemline, sleeves } from './torso.ts'
import type { Materials } from '../materials.ts'
import type { Piece } from '../piece.ts'
import type { Cut } from './silhouette.ts'
import type { Torso } from './torso.ts'

function metalButtons(art: Materials): string {
  const [fabric, ground, ink] = art.cloth
  if (fabric === 'brocade' && ink) return lighten(DYES[ink], 0.15)
  return ground === 'charcoal' ? '#b9a88c' : darken(groundColour(art.cloth), 0.5)
}

/** A slanted or level pocket edge with a fine welt. */
function welt(x: number, y: number, width: number): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="15" rx="2" fill="#1c0f18" fill-opacity=".2" stroke="#1c0f18" stroke-opacity=".45" stroke-width="1.6"/><path d="M${x} ${y + 1}h${width}" stroke="#fff" stroke-opacity=".3" stroke-width="1.4"/>`
}

const JACKET: Torso = {
  neck: { width: 64, depth: 66 },
  top: 152,
  shoulder: [162, 196],
  armpit: [166, 414],
  waist: [164, 610],
  hem: [178, 822],
  drop: 22,
}

export const nehruJacket: Cut = (art, pose) => {
  const isBack = pose === 'back'
  const colour = metalButtons(art)
  return {
    pieces: [
      {
        outline: symmetric([0, 146], [64, 140], [164, 190], [196, 300, 170, 420], [172, 800], [0, 810]),
        part: 'second',
        only: 'front',
        dim: 0.3,
        details: `<rect x="-26" y="188" width="52" height="30" rx="2" fill="#f1e8d8"/><path d="M-14 203h28" stroke="#8b7a66" stroke-width="3"/>`,
      },
      {
        ...body(facing(JACKET, pose)),
        shading: [
          ...creasePair([150, 440], [84, 520], -10, 12),
          ...creasePair([160, 560], [70, 600], 8, 10),
          ...creasePair([70, 230], [56, 420], 6, 10),
          ...creasePair([110, 640], [120, 810], 4, 14),
        ],
        stitches: [hemline(JACKET, 10)],
        seams: [
          path([0, 214], [0, 846]),
          path([96, 208], [110, 420, 100, 830]),
          path([-96, 208], [-110, 420, -100, 830]),
        ],
        details: isBack
          ? '<path d="M-70 690L-82 850H-58ZM70 690L58 850H82Z" fill="#1c0f18" opacity=".3"/>'
          : `${welt(52, 396, 76)}${welt(52, 640, 96)}${welt(-148, 640, 96)}<path d="M0 770L-16 850H16Z" fill="#1c0f18" opacity=".4"/>`,
        over: isBack ? '' : buttons(-9, spaced(258, 700, 6), colour, 8.5),
      },
      ...bandCollar(150, 62, 3),
    ],
    fit: { scale: 1.02 },
  }
}

export const sherwani: Cut = (art, pose) => {
  const isBack = pose === 'back'
  const torso: Torso = {
    ...MEN,
    shoulder: [172, 162],
    armpit: [158, 336],
    waist: [146, 500],
    hem: [190, 780],
    drop: 6,
  }
  const sleeve = { ...MEN_SLEEVE, end: [306, 648] as const, inner: [226, 672] as const }
  const collar = bandCollar(torso.top, 58, 3)
  const pieces: Piece[] = [
    {
      ...legs({ top: 460, waist: 130, hip: 146, crotch: 620, hem: [98, 34, 900] }),
      part: 'second',
      dim: 0.08,
    },
    { ...sleeves(torso, sleeve), trims: [[cuffLine(sleeve, 26), 50]], seams: [cuffLine(sleeve, 54)] },
    backNeck(torso),
    {
      ...body(facing(torso, pose)),
      details: isBack
        ? sideSlit(torso, 190)
        : `${sideSlit(torso, 190)}${welt(48, 300, 66)}<path d="M54 302l22-34l16 22l14-16l4 28Z" fill="${art.trim ? DYES[art.trim[2] ?? art.trim[1]] : '#8c2130'}"/>`,
      seams: [
        isBack ? path([0, 150], [0, 786]) : path([8, 178], [8, 500, 14, 786]),
        path([100, 180], [116, 400, 112, 780]),
        path([-100, 180], [-116, 400, -112, 780]),
      ],
      stitches: [hemline(torso, 12)],
      trims: [...(isBack ? [] : [[path([8, 176], [8, 560]), 26] as const]), [hemline(torso, 10), 18]],
      over: isBack ? '' : buttons(8, spaced(206, 540, 7), metalButtons(art), 8),
    },
    ...collar.map((piece, i): Piece =>
      i === 1 ? { ...piece, trims: [[path([66, 118], [50, 154, 0, 167]), 40]] } : piece,
    ),
  ]
  return { pieces }
}
