import '../../../src/scripts/page.ts'
