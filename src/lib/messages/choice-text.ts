import { fill } from './fill.ts'
import { t } from './translate.ts'

/** The chosen colour and size of a line, as carts and orders write it; empty when nothing was to choose. */
export function choiceText(line: { selectedColor?: string; selectedSize?: string }): string {
  return [
    line.selectedColor && fill(t('Colour: {color}'), { color: line.selectedColor }),
    line.selectedSize && fill(t('Size: {size}'), { size: sizeText(line.selectedSize) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** A size as it is shown. The tenant wrote it; 'One Size' alone is translated. */
export function sizeText(size: string): string {
  return size === 'One Size' ? t('One Size') : size
}
