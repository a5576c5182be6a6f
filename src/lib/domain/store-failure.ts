import { StatusError } from '../errors.ts'
import { storeMessages } from '../messages/store.ts'

/** What stands where a shop's details would: its API refused, or no readable answer came. §8 Store info failure */
export function storeFailureText(reason: Error): string {
  return reason instanceof StatusError ? storeMessages.errorState : storeMessages.errorOccurred
}
