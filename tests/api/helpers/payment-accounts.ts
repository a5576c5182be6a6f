import type { PaymentAccount } from '../../../api/db/json-columns.ts'

export const ACCOUNTS = {
  payu: { provider: 'payu', mode: 'test', id: 'JPM7Fg' },
  razorpay: { provider: 'razorpay', mode: 'test', id: 'rzp_test_1DP5mmOlF5G5ag' },
  cashfree: { provider: 'cashfree', mode: 'test', id: 'TEST430329ae80e0f32e' },
  phonepe: { provider: 'phonepe', mode: 'test', id: 'SILKUAT_2611', version: '1' },
} as const satisfies Record<string, PaymentAccount>

export const SECRETS = {
  payu: { salt: 'salt of PayU' },
  razorpay: { keySecret: 'key of Razorpay', webhookSecret: 'webhook of Razorpay' },
  cashfree: { clientSecret: 'client of Cashfree' },
  phonepe: { clientSecret: 'client of PhonePe', webhookLogin: 'silk:loom-7-zari' },
}
