import { addLine, hasLine, isSameLine, type CartLine } from './cart.ts'

/**
 * Returns `lines` with the `removed` lines of the cart `before`, each after the line that it followed there. A removed
 * line that is in the cart again adds its quantity.
 */
export function restoreLines(lines: CartLine[], before: CartLine[], removed: CartLine[]): CartLine[] {
  return before.reduce<CartLine[]>((restored, line, index) => {
    if (!hasLine(removed, line)) return restored
    if (hasLine(restored, line)) return addLine(restored, line)
    return restored.toSpliced(placeAfter(restored, before[index - 1]), 0, line)
  }, lines)
}

function placeAfter(lines: CartLine[], line: CartLine | undefined): number {
  if (!line) return 0
  const index = lines.findIndex((other) => isSameLine(other, line))
  return index < 0 ? lines.length : index + 1
}
