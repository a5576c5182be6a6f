import { fill } from './fill.ts'
import { t } from './translate.ts'

export const phoneMessages = {
  prefix: 'Phone number must start with +91',
  tooShort: (minimum: number) => fill(t('Phone number must have at least {minimum} characters'), { minimum }),
  tooLong: (maximum: number) =>
    fill(t('Phone number must have no more than {maximum} characters'), { maximum }),
  wrongLength: 'Phone number must be 13 characters (including +91)',
  wrongFormat: 'Invalid phone number format',
}
