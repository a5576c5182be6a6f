import { closed, mirrorOpen, path, symmetric } from '../paths.ts'
import { crease, creasePair, hemFolds } from '../shading.ts'
import type { Point, Step } from '../paths.ts'
import type { Piece } from '../piece.ts'
import type { Pose } from './silhouette.ts'

/** Measures of an upper garment from the middle outwards; y runs downwards. */
export interface Torso {
  neck: { width: number; depth: number; shape?: 'round' | 'v' | 'square' }
  top: number
  shoulder: Point
  armpit: Point
  waist: Point
  hem: Point
  /** How much lower the hem's middle lies than its sides; negative for shirt tails cut up at the sides. */
  drop?: number
}

/** The torso as seen in this pose: from behind, its neck is cut `depth` deep. */
export function facing(torso: Torso, pose: Pose, depth = 16): Torso {
  return pose === 'back' ? { ...torso, neck: { width: torso.neck.width, depth } } : torso
}

function neckSteps({ neck, top }: Torso): Step[] {
  const low = top + neck.depth
  if (neck.shape === 'v') return [[neck.width * 0.62, low - neck.depth * 0.42, neck.width, top]]
  if (neck.shape === 'square')
    return [
      [neck.width * 0.86, low],
      [neck.width * 0.9, low - neck.depth * 0.5, neck.width, top],
    ]
  return [[neck.width * 0.62, low, neck.width * 0.96, top + neck.depth * 0.55, neck.width, top]]
}

/** The front neck edge from shoulder to shoulder. */
export function neckline(torso: Torso): string {
  return mirrorOpen([0, torso.top + torso.neck.depth], ...neckSteps(torso))
}

function hemSteps({ hem, drop = 10 }: Torso): Step[] {
  return [[hem[0] * 0.55, hem[1] + drop, 0, hem[1] + drop]]
}

export function hemline(torso: Torso, raise = 0): string {
  const [x, y] = torso.hem
  return mirrorOpen(
    [0, y + (torso.drop ?? 10) - raise],
    [x * 0.55, y + (torso.drop ?? 10) - raise, x + 6, y - raise],
  )
}

function sideSteps({ shoulder, armpit, waist, hem }: Torso): Step[] {
  const fall = hem[1] - waist[1]
  return [
    [
      shoulder[0] - 20,
      shoulder[1] + (armpit[1] - shoulder[1]) * 0.45,
      armpit[0] - 16,
      armpit[1] - 40,
      ...armpit,
    ],
    [
      armpit[0] - 3,
      armpit[1] + (waist[1] - armpit[1]) * 0.5,
      waist[0],
      waist[1] - (waist[1] - armpit[1]) * 0.4,
      ...waist,
    ],
    [waist[0] + 2, waist[1] + fall * 0.3, hem[0] - (hem[0] - waist[0]) * 0.25, hem[1] - fall * 0.4, ...hem],
  ]
}

export function body(torso: Torso): Piece {
  const { neck, top, shoulder, armpit, waist, hem } = torso
  return {
    outline: symmetric(
      [0, top + neck.depth],
      ...neckSteps(torso),
      [shoulder[0] - 8, shoulder[1] - 5],
      [shoulder[0] - 1, shoulder[1] - 2, shoulder[0] - 2, shoulder[1] + 6],
      ...sideSteps(torso),
      ...hemSteps(torso),
    ),
    shading: [
      ...creasePair([armpit[0] - 8, armpit[1] + 4], [armpit[0] - 92, armpit[1] + 86], -14, 15),
      ...creasePair([armpit[0] - 4, armpit[1] + 30], [waist[0] - 60, waist[1] + 30], 12, 13),
      ...creasePair([neck.width + 22, top + 34], [neck.width + 6, armpit[1] - 10], 8, 10),
      hemFolds(
        { left: -hem[0], right: hem[0], y: hem[1], drop: torso.drop ?? 10 },
        (hem[1] - armpit[1]) * 0.75,
        5,
      ),
      crease([-waist[0] * 0.5, waist[1] - 30], [waist[0] * 0.15, waist[1] + 28], 10, 11),
    ],
  }
}

/** The wrong side of the back that shows inside the neck, with a label. */
export function backNeck(torso: Torso, label = true): Piece {
  const { neck, top } = torso
  const dip = Math.min(26, neck.depth * 0.35)
  return {
    outline: symmetric(
      [0, top + dip],
      [neck.width * 0.7, top + dip, neck.width + 4, top - 2],
      [neck.width + 4, top + neck.depth + 20],
      [0, top + neck.depth + 20],
    ),
    part: 'inside',
    only: 'front',
    dim: 0.42,
    ...(label
      ? {
          details: `<rect x="-17" y="${top + dip + 9}" width="34" height="20" rx="2" fill="#f5efe2"/><path d="M-9 ${top + dip + 19}h18" stroke="#8b7a66" stroke-width="3"/>`,
        }
      : {}),
  }
}

export interface Sleeve {
  /** Outer corner of the cuff. */
  end: Point
  /** Inner corner of the cuff. */
  inner: Point
  /** How far the sleeve swells outwards. */
  puff?: number
}

/** Both sleeves, drawn before the body so that it covers their heads. */
export function sleeves({ shoulder, armpit }: Torso, { end, inner, puff = 10 }: Sleeve): Piece {
  const bulge: Point = [
    shoulder[0] + (end[0] - shoulder[0]) * 0.7 + puff,
    shoulder[1] + (end[1] - shoulder[1]) * 0.5,
  ]
  const elbow: Point = [(armpit[0] + inner[0]) / 2 + puff * 0.4, (armpit[1] + inner[1]) / 2 + 6]
  const long = end[1] - shoulder[1] > 300
  const across = (at: number, depth: number): Point => [
    inner[0] + (end[0] - inner[0]) * depth + (armpit[0] - inner[0]) * (1 - at) * (1 - depth),
    armpit[1] + (inner[1] - armpit[1]) * at + (depth - 0.3) * -20,
  ]
  return {
    outline: closed(
      [shoulder[0] - 36, shoulder[1] - 6],
      [shoulder[0] - 4, shoulder[1] - 3],
      [shoulder[0] + 26 + puff * 0.9, shoulder[1] + 12, ...bulge, ...end],
      [(end[0] + inner[0]) / 2 + 4, (end[1] + inner[1]) / 2 + 8, ...inner],
      [...elbow, armpit[0] - 4, armpit[1] + 6],
      [armpit[0] - 60, armpit[1] - 30],
    ),
    grain: -14,
    mirrored: true,
    shading: [
      crease([shoulder[0] + 4, shoulder[1] + 30], [inner[0] + 14, inner[1] - 40], 12, 12),
      crease([armpit[0] + 2, armpit[1] + 14], across(0.24, 0.7), -10, 11),
      ...(long
        ? [
            crease(across(0.5, 0.04), across(0.43, 0.62), 8, 11),
            crease(across(0.6, 0.92), across(0.66, 0.36), 8, 9),
          ]
        : []),
    ],
  }
}

/** A strip along a sleeve's cuff, for ribs, hems and trims. */
export function cuffLine({ end, inner }: Sleeve, raise = 0): string {
  const [dx, dy] = [end[0] - inner[0], end[1] - inner[1]]
  const length = Math.hypot(dx, dy)
  const [ux, uy] = [(dy / length) * raise, (-dx / length) * raise]
  return path(
    [end[0] + ux + 3, end[1] + uy - 2],
    [
      (end[0] + inner[0]) / 2 + 4 + ux,
      (end[1] + inner[1]) / 2 + 8 + uy,
      inner[0] + ux - 3,
      inner[1] + uy + 2,
    ],
  )
}
