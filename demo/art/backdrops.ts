/** Studio walls: colour at the lit corner and in the far corner. */
export const BACKDROPS = {
  plaster: ['#f3ebdd', '#ddcfba'],
  sand: ['#efe2cc', '#d8c3a1'],
  clay: ['#e9cfbd', '#cfa68d'],
  sage: ['#dde1d0', '#b9c1a6'],
  mist: ['#eef1f4', '#cfd8e2'],
  sky: ['#dfeaf5', '#b4cbe3'],
  lilac: ['#ebe6f6', '#c9bfe4'],
  mint: ['#dff1e8', '#b3d8c6'],
  cream: ['#efeae0', '#efeae0'],
  cloud: ['#e6eaf0', '#e6eaf0'],
} as const

export type Backdrop = keyof typeof BACKDROPS

/** A shop's evenly lit wall behind its products: the color `pictureBackdrop` of its theme. */
export const PRODUCT_BACKDROPS: Record<string, Backdrop> = { tanabana: 'cream', dhaaga: 'cloud' }

/** A shop's walls behind heroes and tiles, taken in turn so that neighbours in a list differ. */
export const SHOP_BACKDROPS: Record<string, readonly Backdrop[]> = {
  tanabana: ['plaster', 'sand', 'sage', 'clay'],
  dhaaga: ['mist', 'sky', 'lilac', 'mint'],
}
