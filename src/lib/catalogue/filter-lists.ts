/** The filters with a list of values, with their query parameters in the order of the URL. */
export const FACET_LISTS = { sizes: 'size', colors: 'color' } as const

/** Those of the capability `attribute-facets`. docs/requirements.md#1117-attribute-facets */
export const ATTRIBUTE_LISTS = {
  clothingSizes: 'clothingSize',
  shoeSizes: 'shoeSize',
  colorFamilies: 'colorFamily',
  fabrics: 'fabric',
  occasions: 'occasion',
  countries: 'country',
} as const

export const LISTS = { ...FACET_LISTS, ...ATTRIBUTE_LISTS }
export type ListName = keyof typeof LISTS
export const LIST_NAMES = Object.keys(LISTS).filter((name): name is ListName => name in LISTS)
