import { fill, t } from '../i18n/translate.ts'
import type { SizeGuide } from '@tanabana/contract/store-info.ts'
import { OTHERS_SEPARATOR } from './variants.ts'

/** Returns a size guide with its texts in the page's language. Sizes stay. */
export function translateSizeGuide(guide: SizeGuide): SizeGuide {
  const { name, columns, note } = guide
  return { ...guide, name: t(name), columns: columns.map(t), note: note && t(note) }
}

/** Returns how few pieces are left of a chosen variant; empty when they are many or unknown. */
export function stockText(variant: { stock?: number; isAvailable: boolean } | undefined): string {
  if (!variant?.isAvailable || variant.stock === undefined) return ''
  return fill(t('Only {count} left'), { count: variant.stock })
}

/** Returns the chosen options of a line for carts and orders, in the page's language; empty without choices. */
export function choiceText(line: {
  selectedColor?: string
  selectedSize?: string
  otherOptions?: string
}): string {
  return [
    line.selectedColor && fill(t('Colour: {color}'), { color: t(line.selectedColor) }),
    line.selectedSize && fill(t('Size: {size}'), { size: t(line.selectedSize) }),
    line.otherOptions?.split(OTHERS_SEPARATOR).map(optionText).join(OTHERS_SEPARATOR),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Returns the name and the choice of a line, which tell it from other lines of its product. */
export function lineName(line: Parameters<typeof choiceText>[0] & { name: string }): string {
  return [line.name, choiceText(line)].filter(Boolean).join(', ')
}

/** Translates `Length: Knee`. */
function optionText(option: string): string {
  const [name = '', ...value] = option.split(': ')
  return [name, value.join(': ')].filter(Boolean).map(t).join(': ')
}
