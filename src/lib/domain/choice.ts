/** The chosen colour and size of a line, as carts and orders write it; empty when nothing was to choose. §2 Cart */
export function choiceText(line: { selectedColor?: string; selectedSize?: string }): string {
  return [
    line.selectedColor && `Color: ${line.selectedColor}`,
    line.selectedSize && `Size: ${line.selectedSize}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
