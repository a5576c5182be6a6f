import { readFileSync } from 'node:fs'

import { PASSWORD_MIN_LENGTH } from '@tanabana/contract/constants.ts'

const OWN_WORD_MIN_LENGTH = 3
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu

const common = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
)

/**
 * Whether the password is a common one, or is too short once the words in `about` (names, e-mail, shop) are removed.
 * Case-insensitive. SECURITY.md#password-guesses
 */
export function isWeakPassword(password: string, about: string[]): boolean {
  const lower = password.toLowerCase()
  if (common.has(lower)) return true
  const words = [...about, 'password']
    .flatMap((text) => [text, text.replaceAll(BETWEEN_WORDS, ''), ...text.split(BETWEEN_WORDS)])
    .map((word) => word.toLowerCase().trim())
    .filter((word) => word.length >= OWN_WORD_MIN_LENGTH)
    .toSorted((one, other) => other.length - one.length)
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), lower)
  return rest !== lower && rest.length < PASSWORD_MIN_LENGTH
}
