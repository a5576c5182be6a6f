import type { CartLine } from '../../lib/domain/cart.ts'

/** React keys that stay when a line gets another size or colour: the product with the line's place among its lines. */
export function lineKeys(lines: CartLine[]): string[] {
  const seen = new Map<string, number>()
  return lines.map(({ id }) => {
    const place = seen.get(id) ?? 0
    seen.set(id, place + 1)
    return `${place} ${id}`
  })
}
