import { removeControlCharacters } from '@tanabana/contract/text.ts'

/**
 * Normalizes to one line: no-break and other unusual spaces become plain ones, runs of spaces collapse, control characters
 * are removed, and both ends are trimmed.
 */
export function cleanText(text: string): string {
  return collapseSpaces(text).trim()
}

/** Like `cleanText`, but keeps one space at an end that has any. */
export function collapseSpaces(text: string): string {
  return removeControlCharacters(text.replace(/[\u200B\uFEFF]/g, '').replace(/\s+/g, ' '))
}
