import type { CartLine } from '../../lib/cart/cart.ts'

/**
 * Returns React keys that survive a change of size or colour: the product id with the line's position among the
 * product's lines.
 */
export function lineKeys(lines: CartLine[]): string[] {
  const seen = new Map<string, number>()
  return lines.map(({ id }) => {
    const place = seen.get(id) ?? 0
    seen.set(id, place + 1)
    return `${place} ${id}`
  })
}
