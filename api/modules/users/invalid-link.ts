import type * as z from 'zod/mini'

import type { invalidLinkSchema } from '@tanabana/contract/user.ts'
import { ApiError } from '../../errors.ts'

/** One error for a link that is used, expired, unknown or of another shop. */
export function invalidLink(): ApiError {
  const details: z.input<typeof invalidLinkSchema> = { code: 'invalid-link' }
  return new ApiError(422, 'This link is not valid any more. Please ask for a new one.', {}, details)
}
