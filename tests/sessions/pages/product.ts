import '../../../src/scripts/cards.ts'
import '../../../src/scripts/page.ts'
import '../../../src/scripts/product-page.ts'
