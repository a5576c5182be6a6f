const sizeNames = { oneSize: 'One Size' }

/** True when the store API reports every variant, or every size, as sold out. */
export function isSoldOut({
  sizes,
  soldOut,
  variants,
}: {
  sizes: string[]
  soldOut: string[]
  variants: { isAvailable: boolean }[]
}): boolean {
  if (variants.length > 0) return variants.every(({ isAvailable }) => !isAvailable)
  return sizes.length > 0 && sizes.every((size) => soldOut.includes(size))
}

/** True when the only size is 'One Size', which is preselected. docs/requirements.md#54-product-form */
export function isOneSize(sizes: string[]): boolean {
  return sizes.length === 1 && sizes[0] === sizeNames.oneSize
}
