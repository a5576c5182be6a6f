import * as z from 'zod/mini'

import { components, text } from '../../http/schemas.ts'

export const contactResponse = z
  .object({ number: text.check(z.describe('Number of the message, for questions about it')) })
  .register(components, { id: 'ContactReceipt' })
