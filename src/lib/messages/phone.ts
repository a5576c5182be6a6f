export const phoneMessages = {
  prefix: 'Phone number must start with +91',
  tooShort: 'Phone number must have at least {minimum} characters',
  tooLong: 'Phone number must have no more than {maximum} characters',
  wrongLength: 'Phone number must be 13 characters (including +91)',
  wrongFormat: 'Invalid phone number format',
}
