import { randomBytes } from 'node:crypto'

import { toAsciiDigits } from '@tanabana/contract/digits.ts'

/** Crockford's base 32: without I, L, O and U, for reading aloud and copying by hand. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ORDER_NUMBER_LENGTH = 12
const SHORT_ID_LENGTH = 8
const ORDER_NUMBER_PATTERN = /^[0-9A-HJKMNP-TV-Z]{12}$/

/** 130 random bits as 26 lower-case letters and digits: unguessable. docs/requirements.md#123-accounts-and-orders */
export function randomId(): string {
  return randomText(26).toLowerCase()
}

/** 12 characters, stored and compared without dashes. */
export function newOrderNumber(): string {
  return randomText(ORDER_NUMBER_LENGTH)
}

/** 8 characters, for reading aloud. */
export function newReturnId(): string {
  return randomText(SHORT_ID_LENGTH)
}

/** 8 characters, for reading aloud. */
export function newContactNumber(): string {
  return randomText(SHORT_ID_LENGTH)
}

/** 8 characters: the name of an order on its payment link, which does not lead to the order number. */
export function newLinkReference(): string {
  return randomText(SHORT_ID_LENGTH)
}

/** 8 characters: the name of an offer that has no code. */
export function newOfferId(): string {
  return randomText(SHORT_ID_LENGTH)
}

/** 8 characters: the name of a session or token of staff, which does not lead to it. */
export function newStaffSessionId(): string {
  return randomText(SHORT_ID_LENGTH)
}

/** Formats an order number or link reference for display: `7K3M-9Q2X-V0AB`. */
export function formatOrderNumber(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1-')
}

/**
 * Parses a typed order number: any case, with or without dashes and spaces, O for 0 and I or L for 1. `undefined`
 * when it is invalid.
 */
export function parseOrderNumber(typed: string): string | undefined {
  if (typed.length > 40) return undefined
  const number = toAsciiDigits(typed)
    .replace(/[\s-]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return ORDER_NUMBER_PATTERN.test(number) ? number : undefined
}

function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
}
