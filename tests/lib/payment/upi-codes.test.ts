import { expect, test } from 'vitest'

import { picturesOf, readPicture, someUpiLinks } from '../../kit/texts/upi-codes.ts'

test(
  'UPI links are read back exactly from the code on the page, also with a tenth of it covered',
  { tags: ['@req-13.1'] },
  () => {
    for (const link of someUpiLinks(60)) {
      const { whole, covered } = picturesOf(link)
      expect(readPicture(whole)).toBe(link)
      expect(readPicture(covered)).toBe(link)
    }
  },
)
