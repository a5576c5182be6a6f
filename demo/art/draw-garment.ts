import { fabricPattern, weave } from './fabrics.ts'
import { clothOf, renderPiece } from './render-piece.ts'
import { silhouette } from './silhouettes.ts'
import type { GarmentArt } from './silhouettes.ts'
import type { Part } from './piece.ts'
import type { Pose } from './silhouettes/silhouette.ts'

export interface Drawing {
  svg: string
  /** Pixels per unit when the picture is 640 wide. */
  zoom: number
}

const PICTURE_WIDTH = 640
/** Width of a garment's drawing in its own units; the height is a quarter more. */
const UNITS_WIDTH = 800
const PARTS: Part[] = ['main', 'second', 'third', 'inside']

/** A garment on a transparent ground as SVG, 4:5; `studio.ts` photographs it before a wall. */
export function drawGarment(art: GarmentArt, pose: Pose = 'front'): Drawing {
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDTH}" height="${PICTURE_WIDTH * 1.25}" viewBox="0 0 ${UNITS_WIDTH} ${UNITS_WIDTH * 1.25}">${garmentGroup(art, { pose })}</svg>`,
    zoom: PICTURE_WIDTH / UNITS_WIDTH,
  }
}

/**
 * The garment alone, its middle at x = 400. `scope` keeps the ids of several garments in one SVG apart. From behind,
 * left and right are exchanged.
 */
export function garmentGroup(
  art: GarmentArt,
  { scope = 'g', pose = 'front' }: { scope?: string; pose?: Pose } = {},
): string {
  const { pieces, fit = {} } = silhouette(art, pose)
  const { scale = 1, y = 0, narrow = 1 } = fit
  const side = pose === 'back' ? 'back' : 'front'
  const drawn = pieces
    .filter(({ only = side }) => only === side)
    .map((piece, index) => renderPiece(piece, art, { scope, index, narrow }))
    .join('')
  const across = (side === 'back' ? -1 : 1) * scale * narrow
  return `<defs>${definitions(art, scope)}</defs>
    <g transform="translate(400 ${y}) translate(0 500) scale(${across} ${scale}) translate(0 -500)">${drawn}</g>`
}

/** How the garment's main cloth takes the light. */
export function handOf(art: GarmentArt): { wrinkle: number; yarn: number } {
  const { wrinkle = 0.5, yarn = 0.7 } = weave(art.cloth)
  return { wrinkle, yarn }
}

function definitions(art: GarmentArt, scope: string): string {
  return `${PARTS.map((part) => fabricPattern(`${scope}-${part}`, clothOf(art, part))).join('')}
    <linearGradient id="${scope}-sheen" x1="0" y1="0" x2="1" y2="0.12">
      <stop offset=".18" stop-color="#fff" stop-opacity="0"/><stop offset=".33" stop-color="#fff" stop-opacity=".55"/>
      <stop offset=".42" stop-color="#fff" stop-opacity=".05"/><stop offset=".56" stop-color="#fff" stop-opacity=".3"/>
      <stop offset=".66" stop-color="#fff" stop-opacity="0"/><stop offset=".8" stop-color="#000" stop-opacity=".18"/>
    </linearGradient>`
}
