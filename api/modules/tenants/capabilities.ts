import { MAIL_CAPABILITIES, type Capability } from '@tanabana/contract/store-info.ts'
import { ApiError } from '../../errors.ts'
import type { AppContext } from '../../http/context.ts'

/** The capabilities of a shop, without those that need e-mail where none is sent. */
export function offeredCapabilities(
  words: readonly Capability[] | undefined,
  sendsEmail: boolean,
): readonly Capability[] | undefined {
  return sendsEmail ? words : words?.filter((word) => !MAIL_CAPABILITIES.includes(word))
}

/** Whether the shop offers the capability. */
export function hasCapability(c: AppContext, word: Capability): boolean {
  const { capabilities } = c.get('tenant').record
  return offeredCapabilities(capabilities, c.get('services').sendsEmail)?.includes(word) === true
}

/** @throws {ApiError} 404 the shop does not offer the capability */
export function requireCapability(c: AppContext, word: Capability): void {
  if (!hasCapability(c, word)) throw new ApiError(404, 'This shop does not offer this.')
}
