import type { StoreRecord } from '../../db/store-record.ts'

/** A record lies on every page of its shop. Policies have limits of their own. */
const RECORD_MAX_BYTES = 256 * 1024
const NAMED_MAX = 3

export class RecordTooLargeError extends Error {
  override name = 'RecordTooLargeError'
}

/**
 * Throws for store info that is too large without its policies.
 * @throws {RecordTooLargeError} names the largest fields
 */
export function refuseLargeRecord(record: StoreRecord): void {
  const fields = fieldsWithoutPolicies(record)
  const bytes = bytesOf(Object.fromEntries(fields))
  if (bytes <= RECORD_MAX_BYTES) return
  const largest = fields
    .map(([name, value]) => ({ name, bytes: bytesOf(value) }))
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, NAMED_MAX)
  throw new RecordTooLargeError(
    `The store info has ${kilobytes(bytes)} without its policies, and may have ${kilobytes(RECORD_MAX_BYTES)}. ` +
      `Shorten its largest fields: ${largest.map(({ name, bytes }) => `${name} (${kilobytes(bytes)})`).join(', ')}. ` +
      'Translations of products belong to the catalogue: store translations import.',
  )
}

/** The fields of a record, and each language of its translations as one. */
function fieldsWithoutPolicies({ translations = {}, ...record }: StoreRecord): [string, unknown][] {
  const fields = Object.entries(record).filter(([name]) => name !== 'policies')
  const languages = Object.entries(translations).map(([language, texts]): [string, unknown] => [
    `translations.${language}`,
    { ...texts, policies: undefined },
  ])
  return [...fields, ...languages]
}

/** In UTF-8, as JSON. */
function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify({ value }))
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KB`
}
