/**
 * True for a GTIN of 8, 12, 13 or 14 digits with its check digit.
 * https://www.gs1.org/services/how-calculate-check-digit-manually
 */
export function isGtin(text: string): boolean {
  return hasGtinLength(text) && hasCheckDigit(text)
}

/** True for as many digits as a GTIN has, whatever the check digit. */
export function hasGtinLength(text: string): boolean {
  return /^(?:\d{8}|\d{12,14})$/.test(text)
}

function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .reverse()
    .reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 3), 0)
  return sum > 0 && sum % 10 === 0
}
