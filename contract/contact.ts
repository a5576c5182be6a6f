import * as z from 'zod/mini'

import { receivedText } from './received.ts'

/** Response of `POST /contact`: the number under which the shop knows the message. docs/requirements.md#1135-contact */
export const receivedContactSchema = z.object({ number: receivedText })
