/** Names of attributes and options. Without schemas, because scripts of landing pages include it. */

/** Normalizes spellings such as `Country of Origin`, `country_of_origin` and `M.R.P.`. */
export function plainKey(key: string): string {
  return key.toLowerCase().replace(/[^a-z]/g, '')
}

export const SIZE_NAMES: readonly string[] = ['size', 'sizes']
const COLOR_NAMES = ['color', 'colors', 'colours']

/** True for an attribute or option with sizes, in any case. docs/requirements.md#32-product-as-displayed */
export function isSizeName(name: string): boolean {
  return SIZE_NAMES.includes(name.trim().toLowerCase())
}

/** True for an attribute with colours, in any case. docs/requirements.md#32-product-as-displayed */
export function isColorName(name: string): boolean {
  return COLOR_NAMES.includes(name.trim().toLowerCase())
}

/** True for an option with colours; `Colour`, no colour attribute of the contract, counts too. */
export function isColorOption(name: string): boolean {
  return isColorName(name) || name.trim().toLowerCase() === 'colour'
}
