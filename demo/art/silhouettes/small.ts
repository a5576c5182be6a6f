import { darken, lighten } from '../colour.ts'
import { DYES } from '../dyes.ts'
import { groundColour } from '../fabrics.ts'
import { chestPrint } from '../graphics.ts'
import { closed, mirrorOpen, path, symmetric } from '../paths.ts'
import { crease, creasePair } from '../shading.ts'
import { ribbing } from './parts.ts'
import type { Materials } from '../materials.ts'
import type { Piece } from '../piece.ts'
import type { Cut, Pose } from './silhouette.ts'

/** Where the foot goes in; cut out of the upper, so that the sole shows. */
const OPENING = 'M88 470Q128 424 170 470Q180 620 178 740Q164 802 126 802Q86 800 78 740Q76 620 88 470Z'

const SOLE = closed(
  [128, 160],
  [190, 232, 222, 340, 208, 460],
  [196, 600, 206, 700, 192, 774],
  [166, 836, 126, 836],
  [82, 834, 60, 774],
  [48, 700, 62, 600, 48, 460],
  [36, 340, 66, 232, 128, 160],
)

/** A pair seen from above, toes up; each piece is drawn for the right foot and mirrored. */
export const juttis: Cut = (art, pose) => {
  if (pose === 'back') return { pieces: [sole], fit: { y: -2 } }
  const thread = art.trim ? DYES[art.trim[1]] : '#f1e7d3'
  const second = art.trim?.[2] ? DYES[art.trim[2]] : thread
  const curl = Array.from(
    { length: 3 },
    (_, i) =>
      `<path d="M${128 - 40 + i * 12} ${340 + i * 26}Q128 ${290 + i * 30} ${168 - i * 12} ${340 + i * 26}" stroke="${i % 2 ? second : thread}" stroke-width="4" stroke-dasharray="5 3" fill="none"/>`,
  ).join('')
  const flower = `<g transform="translate(128 286)" fill="${thread}">${[0, 60, 120, 180, 240, 300].map((turn) => `<path transform="rotate(${turn})" d="M0-4C8-10 7-24 0-28C-7-24-8-10 0-4Z"/>`).join('')}<circle r="6" fill="${second}"/></g>`
  return {
    pieces: [
      {
        outline: closed(
          [128, 178],
          [190, 232, 222, 340, 208, 460],
          [196, 600, 206, 700, 190, 770],
          [166, 826, 124, 826],
          [82, 824, 62, 770],
          [48, 700, 62, 600, 48, 460],
          [36, 340, 66, 232, 128, 178],
        ),
        part: 'second',
        mirrored: true,
        dim: 0.12,
        details: `<path d="M128 520V700" stroke="#1c0f18" stroke-opacity=".18" stroke-width="3" stroke-dasharray="7 4"/><rect x="98" y="712" width="60" height="34" rx="4" fill="#f1e7d3" opacity=".8"/><path d="M112 729h32" stroke="#8b7a66" stroke-width="3.4"/>`,
        shading: [crease([86, 500], [90, 780], 6, 22), crease([128, 440], [128, 520], 0, 50)],
      },
      {
        outline:
          closed(
            [128, 160],
            [196, 228, 230, 340, 214, 462],
            [204, 600, 214, 700, 198, 776],
            [170, 842, 126, 840],
            [80, 840, 54, 776],
            [40, 700, 52, 600, 42, 462],
            [28, 340, 60, 228, 128, 160],
          ) + OPENING,
        mirrored: true,
        raised: true,
        details: `${curl}${flower}<path d="${OPENING}" fill="none" stroke="${thread}" stroke-width="16"/><path d="${OPENING}" fill="none" stroke="${darken(thread, 0.45)}" stroke-width="16" stroke-dasharray="3 5" opacity=".6"/><path d="M128 176V250" stroke="${thread}" stroke-width="3.5" stroke-dasharray="5 3"/>`,
        shading: [crease([66, 300], [70, 440], 10, 14), crease([196, 300], [192, 440], -10, 14)],
      },
    ],
    fit: { y: -2 },
  }
}

/** The leather that meets the floor, with its row of stitches and its heel. */
const sole: Piece = {
  outline: SOLE,
  part: 'second',
  mirrored: true,
  details: '<path d="M56 690Q126 650 200 690V850H56Z" fill="#1c0f18" opacity=".22"/>',
  seams: ['M58 690Q126 652 200 690'],
  stitches: [
    'M128 190C180 250 206 340 194 460C184 600 192 700 180 766C160 816 96 816 72 766C60 700 72 600 62 460C50 340 76 250 128 190',
  ],
  shading: [crease([84, 330], [96, 600], 10, 24), crease([170, 300], [172, 560], -8, 18)],
}

function crown(art: Materials, pose: Pose): Piece {
  const isBack = pose === 'back'
  return {
    outline: symmetric([0, 300], [150, 300, 214, 400, 222, 560], [120, 600, 0, 604]),
    shading: [...creasePair([60, 340], [110, 580], -20, 18), ...creasePair([150, 380], [196, 560], -10, 16)],
    seams: [
      path([0, 302], [0, 602]),
      path([20, 304], [120, 400, 128, 590]),
      path([-20, 304], [-120, 400, -128, 590]),
    ],
    stitches: [path([8, 304], [8, 602]), path([-8, 304], [-8, 602])],
    details: isBack ? strapOpening : chestPrint(art, 0, 500, 0.5),
    over: `<circle cy="300" r="13" fill="${darken(groundColour(art.cloth), 0.15)}" stroke="#1c0f18" stroke-opacity=".4"/><g fill="#1c0f18" fill-opacity=".5"><circle cx="84" cy="400" r="5"/><circle cx="-84" cy="400" r="5"/></g>`,
  }
}

/** The gap above the strap at the back of a cap, and the strap's buckle. */
const strapOpening =
  '<path d="M-66 620V566Q-60 500 0 496Q60 500 66 566V620Z" fill="#1c0f18" opacity=".62"/><path d="M-80 572H80V604H-80Z" fill="#7d5a3a"/><path d="M-22 566h44v44h-44Z" fill="none" stroke="#c79d45" stroke-width="7"/>'

export const cap: Cut = (art, pose) => ({
  pieces: [
    crown(art, pose),
    {
      only: 'front',
      outline: closed(
        [-224, 556],
        [-120, 604, 0, 606],
        [120, 604, 224, 556],
        [252, 640, 200, 690],
        [110, 640, 0, 642],
        [-110, 640, -200, 690],
        [-252, 640, -224, 556],
      ),
      raised: true,
      shading: [crease([-200, 600], [200, 600], 34, 14)],
      stitches: [mirrorOpen([0, 618], [120, 616, 226, 580]), mirrorOpen([0, 630], [114, 628, 222, 610])],
    },
  ],
  fit: { scale: 1.14, y: 20 },
})

export const bucketHat: Cut = () => ({
  pieces: [
    {
      outline: symmetric([0, 300], [110, 300, 150, 330], [176, 440, 190, 540], [100, 580, 0, 582]),
      shading: [...creasePair([120, 330], [150, 540], -8, 18), crease([-60, 340], [-40, 560], 6, 14)],
      seams: [mirrorOpen([0, 344], [90, 344, 150, 332])],
      stitches: [mirrorOpen([0, 354], [90, 354, 152, 342])],
      over: '<g fill="#1c0f18" fill-opacity=".5"><circle cx="110" cy="430" r="5"/><circle cx="126" cy="470" r="5"/></g>',
    },
    {
      outline: symmetric([0, 574], [100, 572, 192, 530], [250, 590, 284, 668], [160, 742, 0, 744]),
      raised: true,
      shading: [
        ...creasePair([150, 570], [200, 700], -10, 16),
        crease([-40, 590], [-60, 730], 6, 14),
        crease([60, 590], [80, 730], 6, 14),
      ],
      stitches: [30, 60, 90, 120, 150].map((down) =>
        mirrorOpen([0, 574 + down], [100 + down * 0.4, 572 + down, 194 + down * 0.52, 532 + down * 0.82]),
      ),
    },
  ],
  fit: { scale: 1.08, y: 0 },
})

export const socks: Cut = (art) => {
  const base = groundColour(art.cloth)
  const heel = groundColour(art.second ?? art.cloth)
  const stripes = art.trim ? [DYES[art.trim[1]], DYES[art.trim[2] ?? art.trim[1]]] : [heel, heel]
  const sock = (shift: number, down: number, dim: number): Piece => ({
    outline: closed(
      [shift - 62, 160 + down],
      [shift + 62, 160 + down],
      [shift + 66, 360 + down, shift + 60, 560 + down],
      [shift + 60, 640 + down, shift + 128, 690 + down],
      [shift + 210, 740 + down, shift + 196, 812 + down],
      [shift + 170, 860 + down, shift + 90, 838 + down],
      [shift - 20, 806 + down, shift - 64, 740 + down],
      [shift - 84, 660 + down, shift - 70, 560 + down],
      [shift - 66, 360 + down, shift - 62, 160 + down],
    ),
    raised: dim === 0,
    dim,
    details: `<ellipse cx="${shift - 66}" cy="${716 + down}" rx="74" ry="86" fill="${heel}"/><ellipse cx="${shift + 200}" cy="${810 + down}" rx="84" ry="80" fill="${heel}"/>${ribbing(`M${shift - 70} ${186 + down}H${shift + 70}`, 56, base)}${[0, 1].map((i) => `<path d="M${shift - 80} ${262 + down + i * 40}H${shift + 80}" stroke="${stripes[i]}" stroke-width="20"/>`).join('')}`,
    seams: [path([shift - 66, 216 + down], [shift, 220 + down, shift + 66, 216 + down])],
    shading: [
      crease([shift - 40, 240 + down], [shift - 44, 600 + down], 6, 18),
      crease([shift + 40, 560 + down], [shift - 50, 690 + down], -14, 16),
      crease([shift + 56, 620 + down], [shift - 10, 770 + down], -16, 14),
    ],
  })
  return {
    pieces: [sock(40, 0, 0.1), sock(-110, 36, 0)],
    fit: { y: -16 },
  }
}

export const jhumkas: Cut = (art, pose) => {
  const metal = groundColour(art.cloth)
  const bead = art.cloth[2] ? DYES[art.cloth[2]] : metal
  const [lit, deep] = [lighten(metal, 0.6), darken(metal, 0.5)]
  const shine = `<linearGradient id="metal" x1="0" x2="1"><stop offset="0" stop-color="${deep}"/><stop offset=".28" stop-color="${lit}"/><stop offset=".5" stop-color="${metal}"/><stop offset=".78" stop-color="${lit}"/><stop offset="1" stop-color="${deep}"/></linearGradient>`
  const drops = Array.from({ length: 11 }, (_, i) => {
    const x = -96 + i * 19.2
    const y = 610 + Math.sqrt(Math.max(0, 1 - (x / 108) ** 2)) * 24
    return `<path d="M${x} ${y - 14}v26" stroke="${deep}" stroke-width="3"/><circle cx="${x}" cy="${y + 22}" r="10" fill="${bead}"/><circle cx="${x - 3}" cy="${y + 18}" r="3" fill="#fff" opacity=".7"/>`
  }).join('')
  const rings = [0, 1, 2, 3]
    .map(
      (i) =>
        `<path d="M${-60 - i * 14} ${500 + i * 30}Q0 ${524 + i * 34} ${60 + i * 14} ${500 + i * 30}" stroke="${i % 2 ? lit : deep}" stroke-width="6" stroke-dasharray="${i % 2 ? '0 10' : '400'}" stroke-linecap="round" fill="none"/>`,
    )
    .join('')
  const petals = Array.from(
    { length: 10 },
    (_, i) =>
      `<path transform="rotate(${i * 36})" d="M0-18C16-26 16-52 0-60C-16-52-16-26 0-18Z" fill="url(#metal)" stroke="${deep}" stroke-width="1.6"/>`,
  ).join('')
  const centre =
    pose === 'back'
      ? `<circle r="40" fill="url(#metal)" stroke="${deep}" stroke-width="2"/><circle r="7" fill="${deep}"/>`
      : `<circle r="22" fill="${bead}"/><circle cx="-7" cy="-8" r="6" fill="#fff" opacity=".75"/>`
  const one = `<path d="M0 250C-6 190 50 170 40 220" stroke="${metal}" stroke-width="6" fill="none" stroke-linecap="round"/>
    <g transform="translate(0 300)">${petals}${centre}</g>
    <path d="M0 360V430" stroke="${deep}" stroke-width="8"/><circle cy="392" r="13" fill="url(#metal)" stroke="${deep}"/><circle cy="428" r="18" fill="url(#metal)" stroke="${deep}"/>
    ${drops}<path d="M-112 606C-112 506-64 446 0 442C64 446 112 506 112 606Q0 652-112 606Z" fill="url(#metal)" stroke="${deep}" stroke-width="2"/>${rings}<path d="M-112 606Q0 652 112 606" stroke="${lit}" stroke-width="8" fill="none" stroke-dasharray="0 12" stroke-linecap="round"/>`
  const pair: Piece = {
    outline: 'M0 0Z',
    over: `<defs>${shine}</defs><g transform="translate(-140 60)">${one}</g><g transform="translate(140 40)">${one}</g>`,
  }
  return { pieces: [pair], fit: { scale: 1.02, y: 24 } }
}
