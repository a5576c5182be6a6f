import { QUANTITY_MAX } from '@tanabana/contract/constants.ts'
import { parseList, toRecord } from '../platform/parse-stored.ts'
import { clampQuantity } from './quantity.ts'

/** In UTF-16 code units: more than a thousand lines. A larger text would block every page. SECURITY.md#stored-cart */
const LONGEST_STORED = 256 * 1024

/** In rupees. A finite limit keeps the sums of a cart exact. */
const HIGHEST_PRICE = 1_000_000_000

/** A web URL or a path of this site. Storage is untrusted input. */
const PICTURE = /^(https?:\/\/|\/(?!\/))/i

/**
 * A line of the cart; `price` in rupees. Identified by id and its choice: selectedColor, selectedSize and, beyond the
 * specification, otherOptions. docs/requirements.md#33-cart-line docs/requirements.md#1115-variants
 */
export interface CartLine {
  id: string
  name: string
  image: string
  price: number
  quantity: number
  selectedSize?: string
  selectedColor?: string
  /** Chosen options other than size and colour, such as `Length: 44`. */
  otherOptions?: string
  /** The variant, once every option is chosen. */
  variantId?: string
}

export type LineKey = Pick<CartLine, 'id' | 'selectedSize' | 'selectedColor' | 'otherOptions'>
/** Another choice of a line; a chosen variant brings its price and picture along. */
export type LineChoice = Partial<
  Pick<CartLine, 'selectedSize' | 'selectedColor' | 'otherOptions' | 'variantId' | 'price' | 'image'>
>

export function isSameLine(one: LineKey, other: LineKey): boolean {
  return (
    one.id === other.id &&
    one.selectedSize === other.selectedSize &&
    one.selectedColor === other.selectedColor &&
    one.otherOptions === other.otherOptions
  )
}

export function hasLine(lines: CartLine[], key: LineKey): boolean {
  return lines.some((line) => isSameLine(line, key))
}

/**
 * Adds to the quantity of the matching line, or appends the line. The result serializes to the same text in every tab;
 * otherwise tabs would overwrite each other endlessly. docs/requirements.md#42-cart
 */
export function addLine(lines: CartLine[], line: CartLine): CartLine[] {
  const added = pickLine(line)
  if (!hasLine(lines, added)) return [...lines, { ...added, quantity: clampQuantity(added.quantity) }]
  return lines.map((line) =>
    isSameLine(line, added) ? { ...line, quantity: clampQuantity(line.quantity + added.quantity) } : line,
  )
}

/** Removes every line of the product, whatever its size and colour. docs/requirements.md#109-removing-a-cart-line */
export function removeProduct(lines: CartLine[], id: string): CartLine[] {
  return lines.filter((line) => line.id !== id)
}

/** Sets a line's quantity; below 1 it changes nothing. docs/requirements.md#42-cart */
export function setQuantity(lines: CartLine[], key: LineKey, quantity: number): CartLine[] {
  if (!(quantity >= 1)) return lines
  return lines.map((line) => (isSameLine(line, key) ? { ...line, quantity: clampQuantity(quantity) } : line))
}

/** Sets the price, in rupees, of every line of the product, or of one variant. An invalid price changes nothing. */
export function setPrice(lines: CartLine[], id: string, price: number, variantId?: string): CartLine[] {
  if (!isPrice(price)) return lines
  return lines.map((line) => (line.id === id && line.variantId === variantId ? { ...line, price } : line))
}

/** Sets the choice of a line, and merges it with a line that is then the same. */
export function changeChoice(lines: CartLine[], key: LineKey, choice: LineChoice): CartLine[] {
  return lines.reduce<CartLine[]>(
    (changed, line) =>
      addLine(changed, isSameLine(line, key) ? { ...line, variantId: undefined, ...choice } : line),
    [],
  )
}

/** True when both carts order the same lines at the same prices. */
export function isSameCart(lines: CartLine[], others: CartLine[]): boolean {
  return (
    lines.length === others.length &&
    lines.every((line, index) => {
      const other = others[index]
      return (
        other !== undefined &&
        isSameLine(line, other) &&
        line.quantity === other.quantity &&
        line.price === other.price
      )
    })
  )
}

/** Returns the sum of quantities. docs/requirements.md#33-cart-line */
export function itemCount(lines: readonly CartLine[]): number {
  return lines.reduce((count, line) => count + line.quantity, 0)
}

/**
 * Parses a stored cart. Drops invalid lines; returns an empty cart for anything but a list and for a text over 256 KB.
 *
 * Validates by hand, because pages without React include this code and zod would fill their script budget.
 */
export function parseCart(stored: string): CartLine[] {
  if (stored.length > LONGEST_STORED) return []
  return parseList(stored).filter(isCartLine).reduce(addLine, [])
}

/** Copies the fields of a line in a fixed order and drops unknown ones. */
function pickLine(line: CartLine): CartLine {
  const { id, name, image, price, quantity, selectedSize, selectedColor, otherOptions, variantId } = line
  return {
    id,
    name,
    image: PICTURE.test(image) ? image : '',
    price,
    quantity,
    selectedSize: selectedSize || undefined,
    selectedColor: selectedColor || undefined,
    otherOptions: otherOptions || undefined,
    variantId: variantId || undefined,
  }
}

function isCartLine(value: unknown): value is CartLine {
  const line: Partial<Record<keyof CartLine, unknown>> = toRecord(value)
  return (
    typeof line.id === 'string' &&
    line.id !== '' &&
    typeof line.name === 'string' &&
    typeof line.image === 'string' &&
    isPrice(line.price) &&
    Number.isInteger(line.quantity) &&
    Number(line.quantity) >= 1 &&
    Number(line.quantity) <= QUANTITY_MAX &&
    isOptionalText(line.selectedSize) &&
    isOptionalText(line.selectedColor) &&
    isOptionalText(line.variantId) &&
    isOptionalText(line.otherOptions)
  )
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string'
}

function isPrice(value: unknown): boolean {
  return Number.isFinite(value) && Number(value) >= 0 && Number(value) <= HIGHEST_PRICE
}

/** Returns the lines that remain when an order's lines are removed. */
export function removeOrderedLines(lines: CartLine[], ordered: CartLine[]): CartLine[] {
  return lines.flatMap((line) => {
    const taken = ordered.find((other) => isSameLine(line, other))?.quantity ?? 0
    return line.quantity > taken ? [{ ...line, quantity: line.quantity - taken }] : []
  })
}
