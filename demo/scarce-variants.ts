/**
 * Variants of the demo shops that are few, sold out (0) or do not exist (`none`), by product key and by size and
 * color. All other combinations exist in plenty.
 */
export const SCARCE: Readonly<Record<string, Readonly<Record<string, number | 'none'>>>> = {
  // Tanabana
  'maroon-brocade-wedding-saree': { 'One Size Bottle Green': 1 },
  'rani-bandhani-georgette-saree': { 'One Size Turmeric': 2 },
  'mustard-tussar-silk-saree': { 'One Size Mustard': 3 },
  'mustard-a-line-cotton-kurta': { 'S Teal': 2, 'XXL Teal': 'none', 'XXL Mustard': 0 },
  'rust-anarkali-kurta': { 'XL Bottle Green': 0, 'XXL Bottle Green': 'none' },
  'blush-linen-pintuck-kurta': { 'S Ivory': 0, 'XXL Ivory': 'none', 'XXL Powder Blue': 'none', 'L Blush': 2 },
  'ivory-floral-palazzo-set': { 'XS Sage': 'none', 'XL Ivory': 2 },
  'terracotta-tiered-dress': { 'XL Indigo': 0, 'XS Indigo': 2 },
  'sage-gathered-cotton-top': { 'XS Rose': 'none', 'XL Rose': 0 },
  'maroon-silk-kurta-men': { 'S Mustard': 0, 'XXL Mustard': 2 },
  'charcoal-nehru-jacket': { '36 Indigo': 'none', '44 Charcoal': 2 },
  'white-linen-band-collar-shirt': { 'XXL Sage': 'none', 'M Sage': 2 },
  'bottle-green-polo': { 'S Navy': 0, 'XXL Ivory': 0 },
  'khaki-slim-chinos': { '28 Olive': 'none', '38 Olive': 'none', '36 Navy': 2 },
  'tan-leather-juttis': { '36 Tan': 0, '42 Tan': 2 },
  // Dhaaga
  'night-sun-oversized-tee': { 'XXL Black': 0, 'S Black': 2 },
  'rani-basic-tee': { 'XS White': 'none', 'XL Black': 2, 'XL White': 0 },
  'sage-pocket-tee': { 'XXL White': 'none', 'S Navy': 0 },
  'black-ribbed-crop-tee': { 'XL Ecru': 'none', 'XS Rust': 2 },
  'cobalt-floral-wrap-dress': { 'XS Rani Pink': 0, 'XL Rani Pink': 'none' },
  'black-satin-slip-dress': { 'XL Wine': 2 },
  'marigold-mirror-kurta-set': { 'XS Teal': 'none', 'XL Marigold': 2 },
  'violet-mirror-lehenga': { 'XS Rani Pink': 0, 'XL Violet': 1 },
  'violet-pullover-hoodie': { 'S Violet': 0, 'XXL Black': 2 },
  'olive-cargo-pants': { '28 Sand': 'none', '30 Sand': 'none', '38 Black': 0 },
  'rani-embroidered-juttis': { '36 Navy': 'none', '42 Navy': 'none', '40 Rani Pink': 2 },
}
