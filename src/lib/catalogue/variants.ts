import { QUANTITY_MAX } from '@tanabana/contract/constants.ts'
import { isColorOption, isSizeName } from '@tanabana/contract/attribute-names.ts'
import { isGtin } from '@tanabana/contract/gtin.ts'
import { picturesOfVariant, sizesAndColors, splitOptions } from '@tanabana/contract/product-choices.ts'
import { productUrl, variantUrl } from './product-url.ts'
import type { VariantQuery } from './product-url.ts'
import type { Product, ProductVariant } from './product.ts'
import { isOneSize, isSoldOut } from './sizes.ts'

/** One combination of a product's options, as feeds and structured data list it. Prices in rupees. */
export interface ListedVariant {
  /** The id in feeds and on the page: the variant's id, or the product's id with the choice. */
  sku: string
  /** Option name → value. */
  options: Readonly<Record<string, string>>
  isSoldOut: boolean
  price: number
  originalPrice?: number
  /** Its barcode, where that is a GTIN. */
  gtin?: string
  /** Its own pictures and those of no variant, else those of the product. */
  images: string[]
  path: string
}

/**
 * Returns the product's variants; without any, every size in every colour that the product page offers, and one for a
 * product without choices.
 */
export function productVariants(product: Product): ListedVariant[] {
  const { id, sizes, colors, soldOut, price, originalPrice, images } = product
  if (product.variants.length > 0) {
    const ofVariants = new Set(product.variants.flatMap((variant) => variant.images))
    return product.variants.map((variant) => ({
      ...toListed(product, variant),
      images: picturesOfVariant(variant.images, { ofProduct: images, ofVariants }),
    }))
  }
  return sizesAndColors(sizes, colors).map((options) => ({
    sku: [
      id,
      ...(options.Color !== undefined && colors.length > 1 ? [skuPart(options.Color)] : []),
      ...(options.Size !== undefined && sizes.length > 1 ? [skuPart(options.Size)] : []),
    ].join('-'),
    options,
    isSoldOut: options.Size === undefined ? isSoldOut(product) : soldOut.includes(options.Size),
    price,
    originalPrice,
    images,
    path: productUrl(id),
  }))
}

function toListed({ id: productId }: Product, variant: ProductVariant): Omit<ListedVariant, 'images'> {
  const { id, options, isAvailable, price, originalPrice, barcode } = variant
  return {
    sku: id,
    options,
    isSoldOut: !isAvailable,
    price,
    originalPrice,
    gtin: barcode !== undefined && isGtin(barcode) ? barcode : undefined,
    path: variantUrl(productId, { variant: id }),
  }
}

function skuPart(value: string): string {
  return value.replace(/\s+/g, '_')
}

/** Number of variants that are offered for one that is sold out. */
const NEAREST = 3

/** Option name → chosen value. */
export type Choices = Readonly<Record<string, string | undefined>>

/** State of an option's value while the other choices stay. */
type ValueState = 'available' | 'sold-out' | 'missing'

/** The part of a variant that the choice needs. */
export type ChoosableVariant = Pick<ProductVariant, 'options' | 'isAvailable' | 'price' | 'originalPrice'>

/** The variants of a product form, in its `data-variants`; `pictures` are places among all pictures of the product. */
export interface FormVariants {
  options: { name: string; values: string[] }[]
  variants: (Omit<ProductVariant, 'images' | 'sku' | 'barcode'> & { pictures: number[]; image?: string })[]
}

/** A price to show; `isFrom` when the variants in question have several prices, of which it is the lowest. */
export interface ShownPrice {
  price: number
  originalPrice?: number
  isFrom: boolean
}

/** Returns the variants that have every chosen value. */
export function matchingVariants<T extends ChoosableVariant>(variants: readonly T[], choices: Choices): T[] {
  const chosen = Object.entries(choices).filter(([, value]) => value !== undefined)
  return variants.filter(({ options }) => chosen.every(([name, value]) => options[name] === value))
}

/**
 * Returns whether the value can be ordered with the other choices, is sold out with them, or does not exist with them. A
 * colour does not depend on the chosen size, which is asked for after it.
 */
export function valueState(
  variants: readonly ChoosableVariant[],
  choices: Choices,
  name: string,
  value: string,
): ValueState {
  const others = isColorOption(name)
    ? Object.fromEntries(Object.entries(choices).filter(([other]) => !isSizeName(other)))
    : choices
  const matching = matchingVariants(variants, { ...others, [name]: value })
  if (matching.length === 0) return 'missing'
  return matching.some(({ isAvailable }) => isAvailable) ? 'available' : 'sold-out'
}

/** Returns the options in the order in which a form asks for them: the colour first, which the size depends on. */
export function formOptions<T extends { name: string }>(options: readonly T[]): T[] {
  return options.toSorted((one, other) => Number(isColorOption(other.name)) - Number(isColorOption(one.name)))
}

/**
 * Returns variants that can be ordered instead of a choice that can't: in its colour the nearest sizes, then in its size
 * other colours.
 */
export function nearestAvailable<T extends ChoosableVariant>(
  {
    options,
    variants,
  }: { options: readonly { name: string; values: readonly string[] }[]; variants: readonly T[] },
  choices: Choices,
): T[] {
  const size = options.find(({ name }) => isSizeName(name))
  const place = (value: string | undefined) => size?.values.indexOf(value ?? '') ?? 0
  const distance = ({ options: of }: T) => {
    const changed = options.filter(({ name }) => of[name] !== choices[name])
    const isOtherColor = changed.some(({ name }) => isColorOption(name))
    const steps = size ? Math.abs(place(of[size.name]) - place(choices[size.name])) : 0
    return changed.length * 100 + (isOtherColor ? 10 : 0) + steps
  }
  return variants
    .filter(({ isAvailable }) => isAvailable)
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, NEAREST)
}

/** Returns the product's first colour among the given ones, in lower case, as a choice; none without variants. */
export function choicesOfColors(
  { options, variants }: Pick<Product, 'options' | 'variants'>,
  colors: readonly string[],
): Choices {
  const option = variants.length > 0 ? options.find(({ name }) => isColorOption(name)) : undefined
  const value = option?.values.find((one) => colors.includes(one.toLowerCase()))
  return option && value !== undefined ? { [option.name]: value } : {}
}

/** Returns the colours with pictures of their own, when there are several: a card shows each of them by a swatch. */
export function picturedColors({ options, variants }: Pick<Product, 'options' | 'variants'>): string[] {
  const option = options.find(({ name }) => isColorOption(name))
  const colors = option?.values.filter((value) =>
    matchingVariants(variants, { [option.name]: value }).some(({ images }) => images.length > 0),
  )
  return colors && colors.length > 1 ? colors : []
}

/**
 * Returns the choices with which a product page opens: the variant of its address, else the values that it names, the
 * colour that the first picture shows, and options with one value. A size is left to the shopper, except One Size.
 * docs/requirements.md#54-product-form
 */
export function initialChoices(product: Pick<Product, 'options' | 'variants'>, query: VariantQuery): Choices {
  const { options, variants } = product
  const named = variants.find(({ id }) => id === query.variant)
  if (named) return named.options
  const wanted = (name: string) =>
    isSizeName(name) ? query.size : isColorOption(name) ? query.color : undefined
  return Object.fromEntries(
    options.map(({ name, values }) => {
      const asked = values.find((value) => value.toLowerCase() === wanted(name))
      const isFixed = values.length === 1 && (!isSizeName(name) || isOneSize(values))
      const shown = isColorOption(name) ? firstAvailable(variants, name, values) : undefined
      return [name, asked ?? (isFixed ? values[0] : shown)]
    }),
  )
}

function firstAvailable(
  variants: readonly ChoosableVariant[],
  name: string,
  values: readonly string[],
): string | undefined {
  return values.find((value) => valueState(variants, {}, name, value) === 'available') ?? values[0]
}

/** Returns the variant that the choices name completely. */
export function chosenVariant<T extends ChoosableVariant>(
  { options, variants }: { options: readonly { name: string }[]; variants: readonly T[] },
  choices: Choices,
): T | undefined {
  if (options.some(({ name }) => choices[name] === undefined)) return undefined
  return matchingVariants(variants, choices)[0]
}

/** Returns whether a product can be ordered with the choices; one that lacks a choice can, unless all of it is sold out. */
export function choiceState(
  product: Pick<Product, 'options' | 'variants' | 'sizes' | 'soldOut'>,
  choices: Choices,
): ValueState {
  const { options, variants } = product
  const isComplete = variants.length > 0 && options.every(({ name }) => choices[name] !== undefined)
  if (!isComplete) return isSoldOut(product) ? 'sold-out' : 'available'
  const variant = chosenVariant(product, choices)
  if (!variant) return 'missing'
  return variant.isAvailable ? 'available' : 'sold-out'
}

/** Returns the price of the variants that the choices leave: of those that can be ordered, else of all of them. */
export function shownPrice(variants: readonly ChoosableVariant[], choices: Choices): ShownPrice | undefined {
  const matching = matchingVariants(variants, choices)
  const available = matching.filter(({ isAvailable }) => isAvailable)
  const [first, ...others] = (available.length > 0 ? available : matching).toSorted(
    (one, other) => one.price - other.price,
  )
  if (!first) return undefined
  const { price, originalPrice } = first
  return { price, originalPrice, isFrom: others.some((other) => other.price > price) }
}

/** Names a price in the page, for the script that shows that of another choice. */
export function priceKey({ price, originalPrice, isFrom }: ShownPrice): string {
  return [price, originalPrice, isFrom].join()
}

/** Returns the pictures of a choice: its variants' own and those of no variant; all of them without own ones. */
export function picturesOfChoice(
  { images, variants }: Pick<Product, 'images' | 'variants'>,
  choices: Choices,
): string[] {
  const isChosen = Object.values(choices).some((value) => value !== undefined)
  const own = new Set(
    isChosen ? matchingVariants(variants, choices).flatMap((variant) => variant.images) : [],
  )
  if (own.size === 0) return allPictures({ images, variants })
  const ofVariants = new Set(variants.flatMap((variant) => variant.images))
  return [...own, ...images.filter((image) => !ofVariants.has(image))]
}

/** Returns every picture of the product: its own, then those that only variants have. */
export function allPictures({ images, variants }: Pick<Product, 'images' | 'variants'>): string[] {
  return [...new Set([...images, ...variants.flatMap((variant) => variant.images)])]
}

/** Between the options of `otherOptions`. */
export const OTHERS_SEPARATOR = ' · '

/** Returns size and colour of a choice, as a cart line of the specification has them, and its other options. */
export function lineChoice(choices: Choices): {
  selectedSize?: string
  selectedColor?: string
  otherOptions?: string
} {
  const entries = Object.entries(choices).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const { size, color, others } = splitOptions(entries)
  return {
    selectedSize: size,
    selectedColor: color,
    // Sorted: equal choices must give equal lines.
    otherOptions: others.map(optionText).sort().join(OTHERS_SEPARATOR) || undefined,
  }
}

/** Returns what leads to a choice in the product's address: its variant, else its size and colour. */
export function choiceQuery(choices: Choices, variant: { id: string } | undefined): VariantQuery {
  if (variant) return { variant: variant.id }
  const { selectedSize, selectedColor } = lineChoice(choices)
  return { size: selectedSize, color: selectedColor }
}

type LineChoice = ReturnType<typeof lineChoice>

/** Returns the choice of a line by option name; a value may be one that the option no longer has. */
export function choicesOfLine(line: LineChoice, options: Product['options']): Choices {
  const others = partsOf(line.otherOptions)
  return Object.fromEntries(
    options.map(({ name, values }) => {
      if (isSizeName(name)) return [name, line.selectedSize]
      if (isColorOption(name)) return [name, line.selectedColor]
      const prefix = optionText([name, ''])
      const value =
        values.find((one) => others.includes(optionText([name, one]))) ??
        others.find((part) => part.startsWith(prefix))?.slice(prefix.length)
      return [name, value]
    }),
  )
}

/**
 * Returns the variant of a line's choice, in which an option with one value may be missing; `undefined` when the line
 * names a value or an option that the product no longer has.
 */
export function variantOfLine<T extends ChoosableVariant>(
  line: LineChoice,
  { options, variants }: { options: Product['options']; variants: readonly T[] },
): T | undefined {
  const exact = variants.find((variant) => {
    const choice = lineChoice(variant.options)
    return (
      choice.selectedSize === line.selectedSize &&
      choice.selectedColor === line.selectedColor &&
      choice.otherOptions === line.otherOptions
    )
  })
  if (exact) return exact
  const given = choicesOfLine(line, options)
  const choices = Object.fromEntries(
    options.map(({ name, values }) => [name, given[name] ?? (values.length === 1 ? values[0] : undefined)]),
  )
  const whole = lineChoice(choices)
  const isWhole =
    (line.selectedSize ?? whole.selectedSize) === whole.selectedSize &&
    (line.selectedColor ?? whole.selectedColor) === whole.selectedColor &&
    partsOf(line.otherOptions).every((part) => partsOf(whole.otherOptions).includes(part))
  return isWhole ? chosenVariant({ options, variants }, choices) : undefined
}

function partsOf(otherOptions: string | undefined): string[] {
  return otherOptions?.split(OTHERS_SEPARATOR) ?? []
}

function optionText([name, value]: [string, string]): string {
  return `${name}: ${value}`
}

/** Returns the most pieces that an order line may have: those left of its variant, where the store API names them. */
export function quantityMax(variant: { stock?: number | undefined } | undefined): number {
  return Math.min(QUANTITY_MAX, variant?.stock ?? QUANTITY_MAX)
}
