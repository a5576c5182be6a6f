/**
 * Widths and `sizes` of the product page's gallery, whose first picture scripts/next-product.ts loads early. Apart from
 * pictures.ts, which would bring scripts of the cart along.
 */
export const GALLERY_WIDTHS = [480, 640, 720, 800, 1080, 1280] as const
export const GALLERY_SIZES = '(min-width: 80rem) 36.5rem, (min-width: 48rem) 45vw, 92vw'
