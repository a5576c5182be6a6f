import { StatusError } from '../errors.ts'
import { storeRecordMessages } from '../messages/store-record.ts'

/** What stands where a shop's details would: its API refused, or no readable answer came. docs/requirements.md#82-store-info */
export function storeFailureText(reason: Error): string {
  return reason instanceof StatusError ? storeRecordMessages.errorState : storeRecordMessages.errorOccurred
}
