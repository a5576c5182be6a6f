import { createHash } from 'node:crypto'

import { ApiError } from '../errors.ts'

const LENGTH = 22

/** A version of what people edit: another value after every change. */
export function versionOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, LENGTH)
}

/**
 * Refuses an edit of what was changed since it was read, with what it is now.
 * @throws {ApiError} 409 `version` is not that of `current`
 */
export function refuseStale(version: string, current: { version: string }): void {
  if (version === current.version) return
  throw new ApiError(
    409,
    'Another person has changed this since you opened it. Nothing of yours is saved yet.',
    {},
    { code: 'changed', current },
  )
}
