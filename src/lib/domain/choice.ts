import { fill } from '../messages/fill.ts'
import { t } from '../messages/translate.ts'
import { sizeText } from './product.ts'

/** The chosen colour and size of a line, as carts and orders write it; empty when nothing was to choose. §2 Cart */
export function choiceText(line: { selectedColor?: string; selectedSize?: string }): string {
  return [
    line.selectedColor && fill(t('Color: {color}'), { color: line.selectedColor }),
    line.selectedSize && fill(t('Size: {size}'), { size: sizeText(line.selectedSize) }),
  ]
    .filter(Boolean)
    .join(' · ')
}
