import type { LineProblem } from '@tanabana/contract/order.ts'

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
  holdsStock: boolean
  hsn: string | null
  /** Percent, included in the price. */
  gstRate: number | null
}

export interface Problem {
  code: LineProblem['code']
  message: string
}

export function notAvailable(title: string, choice: string): string {
  return `${title} is not available in ${choice.slice(0, 60)}. Please choose again.`
}
