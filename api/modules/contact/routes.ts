import { contactRequestSchema } from '@tanabana/contract/requests.ts'
import { hasControlCharacters } from '@tanabana/contract/text.ts'
import { withTenant } from '../../db/index.ts'
import { ApiError } from '../../errors.ts'
import { languageOf } from '../../http/language.ts'
import { route } from '../../http/route.ts'
import { components } from '../../http/schemas.ts'
import { formatOrderNumber } from '../../ids.ts'
import { requireCapability } from '../tenants/capabilities.ts'
import { acceptAddress } from '../users/accept-address.ts'
import { receiveContactMessage } from './contact-messages.ts'
import { contactResponse } from './response-schemas.ts'

const LINE_MAX = 254
const MESSAGE_MAX = 5000

/** The call of the capability `contact`. */
export const contactRoutes = [
  route({
    method: 'post',
    path: '/contact',
    operationId: 'sendContactMessage',
    tag: 'Contact',
    summary: 'Send a message to the shop',
    description:
      'Capability `contact`. The shop gets the message by e-mail, and the sender an acknowledgement with its number.',
    body: contactRequestSchema.register(components, { id: 'ContactMessage' }),
    example: {
      body: {
        ...{ name: 'Meera Iyer', email: 'meera@example.com', subject: 'Size of the kurta' },
        message: 'Does the blue kurta run small?',
      },
    },
    response: {
      status: 201,
      description: 'The message is stored, and sent to the shop',
      schema: contactResponse,
      example: { number: '7K3M-9Q2X' },
    },
    failures: {
      404: 'The shop does not offer it',
      422: 'A field is empty, too long or not valid',
      429: 'Too many messages from this email',
    },
    async handle(c, body) {
      requireCapability(c, 'contact')
      const { db, now } = c.get('services')
      const tenantId = c.get('tenant').id
      const [name, email, subject] = [body.name, body.email, body.subject].map((text) => text.trim())
      const message = body.message.trim()
      const lines = [name, email, subject].filter((text) => text !== undefined)
      if (lines.some((text) => text === '' || text.length > LINE_MAX || hasControlCharacters(text)))
        throw new ApiError(422, `Name, email and subject need 1 to ${LINE_MAX} characters each.`)
      if (message === '' || message.length > MESSAGE_MAX)
        throw new ApiError(422, `The message needs 1 to ${MESSAGE_MAX} characters.`)
      await acceptAddress(c, 'contact', body.email)
      const number = await withTenant(db, tenantId, (tx) =>
        receiveContactMessage(tx, {
          ...{ tenantId, name: name ?? '', email: email ?? '', subject: subject ?? '', message },
          ...{ language: languageOf(c) ?? null, createdAt: now() },
        }),
      )
      return c.json({ number: formatOrderNumber(number) }, 201)
    },
  }),
]
