import '../../../src/scripts/cards.ts'
import '../../../src/scripts/page.ts'
