import { StatusError } from '../errors.ts'
import { storeRecordMessages } from '../messages/store-record.ts'

/**
 * Returns the message in place of a shop's details: the API refused, or its response is missing or invalid.
 * docs/requirements.md#82-store-info
 */
export function storeFailureText(reason: Error): string {
  return reason instanceof StatusError ? storeRecordMessages.errorState : storeRecordMessages.errorOccurred
}
