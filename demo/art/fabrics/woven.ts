import { darken, lighten, mix } from '../colour.ts'
import { ground } from './fabric.ts'
import type { Fabric, Weave } from './fabric.ts'

export const plain: Weave = (base) => ({ width: 40, height: 40, tile: ground(40, 40, base), wrinkle: 0.5 })

/** Handloom: uneven yarns show as short streaks across and along. */
export const slub: Weave = (base) => {
  const [pale, deep] = [lighten(base, 0.22), darken(base, 0.16)]
  const across = [4, 13, 19, 31, 44, 52, 63, 71, 85, 97, 104, 113]
  const streaks = across
    .map((y, i) => {
      const x = (i * 53) % 120
      const long = 28 + ((i * 37) % 50)
      return `<path d="M${x} ${y}h${long}" stroke="${i % 2 ? pale : deep}"/><path d="M${x - 120} ${y}h${long}" stroke="${i % 2 ? pale : deep}"/><path d="M${y} ${x}v${long * 0.5}" stroke="${i % 2 ? deep : pale}" opacity=".6"/>`
    })
    .join('')
  return {
    width: 120,
    height: 120,
    tile: `${ground(120, 120, base)}<g stroke-width="1.3" opacity=".5">${streaks}</g>`,
    wrinkle: 0.7,
    yarn: 1,
  }
}

export const linen: Weave = (base) => ({
  ...slub(mix(base, '#ffffff', 0.06), base, base),
  wrinkle: 1,
  yarn: 1.1,
})

export const oxford: Weave = (base) => {
  const pale = lighten(base, 0.4)
  const tile = `${ground(8, 8, base)}<path d="M0 0h4v4h-4zM4 4h4v4h-4z" fill="${pale}" opacity=".55"/>`
  return { width: 8, height: 8, tile, wrinkle: 0.55 }
}

export const twill: Weave = (base) => {
  const deep = darken(base, 0.22)
  const tile = `${ground(7, 7, base)}<path d="M-1 8L8-1M-1 1L1-1M6 8L8 6" stroke="${deep}" stroke-width="1.5" opacity=".45"/>`
  return { width: 7, height: 7, tile, wrinkle: 0.5 }
}

export const denim: Weave = (base) => {
  const [pale, deep] = [lighten(base, 0.42), darken(base, 0.3)]
  const tile = `${ground(6, 6, base)}<path d="M-1 7L7-1M-1 1L1-1M5 7L7 5" stroke="${deep}" stroke-width="1.5" opacity=".45"/><path d="M-1 4L4-1M2 7L7 2" stroke="${pale}" stroke-width=".8" opacity=".5"/>`
  return { width: 6, height: 6, tile, wrinkle: 0.7, yarn: 1.5 }
}

export const cord: Weave = (base) => {
  const tile = `${ground(13, 13, base)}<path d="M0 0v13" stroke="${darken(base, 0.5)}" stroke-width="4" opacity=".55"/><path d="M6.5 0v13" stroke="${lighten(base, 0.4)}" stroke-width="4" opacity=".35"/>`
  return { width: 13, height: 13, tile, wrinkle: 0.35, sheen: 0.2 }
}

export const knit: Weave = (base) => {
  const tile = `${ground(6, 6, base)}<path d="M0 0l3 3l3-3M0 6l3-1" stroke="${darken(base, 0.3)}" fill="none" stroke-width=".9" opacity=".3"/>`
  return { width: 6, height: 6, tile, wrinkle: 0.22, yarn: 0.6 }
}

export const fleece: Weave = (base) => ({ ...knit(base, base, base), wrinkle: 0.4, yarn: 1.2 })

export const marl: Weave = (base) => {
  const flecks = Array.from({ length: 70 }, (_, i) => {
    const [x, y] = [(i * 47) % 90, (i * 71) % 90]
    return `<path d="M${x} ${y}h${4 + (i % 5)}" stroke="${i % 3 ? darken(base, 0.35) : lighten(base, 0.5)}"/>`
  }).join('')
  return {
    width: 90,
    height: 90,
    tile: `${ground(90, 90, base)}<g opacity=".5" stroke-width="1.2">${flecks}</g>`,
    wrinkle: 0.4,
    yarn: 1,
  }
}

export const rib: Weave = (base) => {
  const tile = `${ground(8, 8, base)}<path d="M0 0v8" stroke="${darken(base, 0.5)}" stroke-width="3" opacity=".4"/><path d="M5 0v8" stroke="${lighten(base, 0.4)}" stroke-width="2" opacity=".3"/>`
  return { width: 8, height: 8, tile, wrinkle: 0.25 }
}

export const waffle: Weave = (base) => {
  const tile = `${ground(11, 11, base)}<path d="M0 0h11M0 0v11" stroke="${lighten(base, 0.3)}" stroke-width="3" opacity=".35"/><rect x="3" y="3" width="6" height="6" fill="${darken(base, 0.4)}" opacity=".3"/>`
  return { width: 11, height: 11, tile, wrinkle: 0.4 }
}

/** Silk and satin: no visible yarn, broad lights. */
export const silk: Weave = (base) => {
  const tile = `${ground(60, 60, base)}<g stroke="${lighten(base, 0.35)}" stroke-width="1" opacity=".3"><path d="M0 9h34M22 24h38M4 41h22M30 52h26"/></g>`
  return { width: 60, height: 60, tile, sheen: 1, wrinkle: 0.45, yarn: 0.5 }
}

export const stripe: Weave = (base, ink) => {
  const tile = `${ground(26, 26, base)}<path d="M8 0v26" stroke="${ink}" stroke-width="4"/><path d="M18 0v26" stroke="${ink}" stroke-width="1.4" opacity=".7"/>`
  return { width: 26, height: 26, tile, wrinkle: 0.6, yarn: 1 }
}

export const pinstripe: Weave = (base, ink) => {
  const tile = `${ground(15, 15, base)}<path d="M7 0v15" stroke="${ink}" stroke-width="2" opacity=".85"/>`
  return { width: 15, height: 15, tile, wrinkle: 0.6 }
}

export const breton: Weave = (base, ink) => {
  const tile = `${ground(44, 44, base)}<path d="M0 22h44" stroke="${ink}" stroke-width="14"/>`
  return { width: 44, height: 44, tile, wrinkle: 0.4, yarn: 0.8 }
}

/** Broad woven bands across the cloth, as on scarves and team shirts. */
export const bands: Weave = (base, ink, second) => {
  const tile = `${ground(180, 180, base)}<path d="M0 40h180" stroke="${ink}" stroke-width="46"/><path d="M0 78h180M0 2h180" stroke="${second}" stroke-width="8"/><path d="M0 128h180" stroke="${second}" stroke-width="16"/>`
  return { width: 180, height: 180, tile, wrinkle: 0.45, yarn: 1 }
}

export const gingham: Weave = (base, ink) => {
  const tile = `${ground(32, 32, base)}<g fill="${ink}" opacity=".52"><path d="M0 0h16v32H0z"/><path d="M0 0h32v16H0z"/></g>`
  return { width: 32, height: 32, tile, wrinkle: 0.6 }
}

/** Yarn-dyed checks of two colours that blend where they cross. */
export const check: Weave = (base, ink, second) => {
  const lines = `<path d="M16 0v72" stroke="${ink}" stroke-width="16"/><path d="M52 0v72" stroke="${second}" stroke-width="6"/><path d="M62 0v72M42 0v72" stroke="${second}" stroke-width="1.5"/>`
  const tile = `${ground(72, 72, base)}<g opacity=".6">${lines}</g><g opacity=".55" transform="matrix(0 1 1 0 0 0)">${lines}</g>`
  return { width: 72, height: 72, tile, wrinkle: 0.65, yarn: 1 }
}

/** Smooth hide with a fine grain. */
export const leather: Weave = (base): Fabric => {
  const grain = Array.from(
    { length: 24 },
    (_, i) => `<circle cx="${(i * 29) % 40}" cy="${(i * 17) % 40}" r="${1 + (i % 3) * 0.5}"/>`,
  ).join('')
  return {
    width: 40,
    height: 40,
    tile: `${ground(40, 40, base)}<g fill="${darken(base, 0.4)}" opacity=".18">${grain}</g>`,
    sheen: 0.5,
    wrinkle: 0.2,
  }
}
