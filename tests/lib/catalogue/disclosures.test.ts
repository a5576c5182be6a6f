import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { receivedStoreInfoSchema } from '@tanabana/contract/store-info.ts'
import { isCareOfCompany } from '../../../src/lib/catalogue/disclosures.ts'

const COMPANY = { companyEmail: 'care@shop.example', companyPhone: '+91 00000 11111' }
const CARE = { email: 'care@shop.example', phone: '+91 00000 11111' }

test.each([
  [CARE, true],
  [{ ...CARE, phone: '+91 00000 22222' }, false],
  [{ ...CARE, hours: 'Mon-Fri 10:00-17:00' }, false],
  [{ name: 'Asha' }, false],
  [undefined, false],
])('the footer has one entry for company and consumer care %j: %s', (consumerCare, isOne) => {
  expect(isCareOfCompany(z.parse(receivedStoreInfoSchema, { ...COMPANY, consumerCare }))).toBe(isOne)
})
