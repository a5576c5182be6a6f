import type { LineProblem } from '@tanabana/contract/order.ts'
import type { productVariants, products } from '../../db/schema.ts'

/** What a quote and an order read of a product. */
export type QuotedProduct = Pick<
  typeof products.$inferSelect,
  | 'id'
  | 'title'
  | 'category'
  | 'parentCategory'
  | 'regularPrice'
  | 'discountedPrice'
  | 'imgUrl'
  | 'attributes'
  | 'options'
>

export type QuotedVariant = typeof productVariants.$inferSelect

export interface OrderItem {
  line: number
  productId: string
  productTitle: string
  quantity: number
  /** Paise, for one piece. */
  price: number
  selectedSize: string | null
  selectedColor: string | null
  variantId: string | null
  variantOptions: Record<string, string> | null
  sku: string | null
  imgUrl: string | null
  /** The variant's pieces are counted, so the order takes them from stock. */
  holdsStock: boolean
  hsn: string | null
  /** Percent, included in the price. */
  gstRate: number | null
}

/** Why a line can't be ordered, with a sentence for the shopper. */
export interface Problem {
  code: LineProblem['code']
  message: string
  left?: number
}

export function notAvailable(title: string, choice: string): string {
  return `${title} is not available in ${choice.slice(0, 60)}. Please choose again.`
}

/** The values of a variant's options, as sentences name them. */
export function choiceOf(options: Record<string, string>): string {
  return Object.values(options).join(', ')
}
