import { ApiError } from '../errors.ts'

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
