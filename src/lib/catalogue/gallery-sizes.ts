/** Widths of the product page's gallery; scripts/next-product.ts loads its first picture early. */
export const GALLERY_WIDTHS = [480, 640, 720, 800, 1080, 1280] as const
export const GALLERY_SIZES = '(min-width: 80rem) 36.5rem, (min-width: 48rem) 45vw, 92vw'
