import * as z from 'zod/mini'

import { newsletterRequestSchema, tokenRequestSchema } from '@tanabana/contract/requests.ts'
import { withTenant } from '../../db/index.ts'
import { languageOf } from '../../http/language.ts'
import { route } from '../../http/route.ts'
import { components } from '../../http/schemas.ts'
import { requireCapability } from '../tenants/capabilities.ts'
import { acceptAddress } from '../users/accept-address.ts'
import { invalidLink } from '../users/invalid-link.ts'
import { invalidLinkResponse } from '../users/response-schemas.ts'
import { confirmSubscription, endSubscription, requestSubscription } from './subscriptions.ts'

const TOKEN = 'pV9cYcF3l0iJ2m5q8r1t4w7z0B3E6H9K2N5Q8T1W4Z7'
const tokenQuery = z.object({ token: z.string() })

/** Calls of the capability `newsletter`. */
export const newsletterRoutes = [
  route({
    method: 'post',
    path: '/newsletter',
    operationId: 'requestNewsletter',
    tag: 'Newsletter',
    summary: 'Ask for the newsletter',
    description:
      'Capability `newsletter`. The address gets an e-mail with a link that confirms the subscription within a week. The response is the same for an address that is subscribed.',
    body: newsletterRequestSchema.register(components, { id: 'NewsletterRequest' }),
    example: { body: { email: 'meera@example.com' } },
    response: { status: 204, description: 'The request is taken' },
    failures: { 404: 'The shop does not offer it', 422: 'Not an email', 429: 'Too many for this email' },
    async handle(c, { email }) {
      requireCapability(c, 'newsletter')
      const { db, now } = c.get('services')
      const tenantId = c.get('tenant').id
      await acceptAddress(c, 'newsletter', email)
      const request = { tenantId, email, language: languageOf(c), now: now() }
      await withTenant(db, tenantId, (tx) => requestSubscription(tx, request))
      return c.body(null, 204)
    },
  }),
  route({
    method: 'post',
    path: '/newsletter/confirmation',
    operationId: 'confirmNewsletter',
    tag: 'Newsletter',
    summary: 'Confirm the subscription with the token of a link',
    description: 'Capability `newsletter`. A second call changes nothing.',
    body: tokenRequestSchema,
    example: { body: { token: TOKEN } },
    response: { status: 204, description: 'The address is subscribed' },
    failures: {
      404: 'The shop does not offer it',
      422: { description: 'The link is expired or of another shop', schema: invalidLinkResponse },
    },
    async handle(c, { token }) {
      requireCapability(c, 'newsletter')
      const { db, now } = c.get('services')
      const tenantId = c.get('tenant').id
      const isConfirmed = await withTenant(db, tenantId, (tx) =>
        confirmSubscription(tx, tenantId, token, now()),
      )
      if (!isConfirmed) throw invalidLink()
      return c.body(null, 204)
    },
  }),
  route({
    method: 'post',
    path: '/newsletter/unsubscription',
    operationId: 'endNewsletter',
    tag: 'Newsletter',
    summary: 'End the subscription',
    description:
      'For mail programs (RFC 8058), which send a form, and for the page of the shop. The response is the same for an unknown token. It works without the capability, too.',
    query: tokenQuery.register(components, { id: 'UnsubscriptionQuery' }),
    example: { parameters: { token: TOKEN } },
    response: { status: 204, description: 'The address is not subscribed any more' },
    async handle(c) {
      const tenantId = c.get('tenant').id
      const token = c.req.query('token') ?? ''
      const { db, now } = c.get('services')
      await withTenant(db, tenantId, (tx) => endSubscription(tx, tenantId, token, now()))
      return c.body(null, 204)
    },
  }),
]
