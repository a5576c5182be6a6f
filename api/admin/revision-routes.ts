import * as z from 'zod/mini'

import { withTenant } from '../db/index.ts'
import { ApiError } from '../errors.ts'
import { shopOrigin } from '../http/addresses.ts'
import type { AppContext } from '../http/context.ts'
import { text } from '../http/schemas.ts'
import { differencesOfRecords } from '../modules/publishing/differences.ts'
import { createPreviewLink, endPreviews } from '../modules/publishing/preview-links.ts'
import {
  publishDraft,
  rollBack,
  undo,
  type Publication,
  type PublishingServices,
  type PublishRefusal,
} from '../modules/publishing/publish.ts'
import { findRevision, listRevisions } from '../modules/publishing/revisions.ts'
import { adminRoute, type AdminRoute } from './admin-route.ts'
import { describeDifference, publisherOf } from './content-routes.ts'
import {
  previewLink,
  publicationResponse,
  revisionDocument,
  revisionRow,
  version,
} from './content-schemas.ts'
import { idOf } from './in-shop.ts'
import { listOf, listParameters, toRange } from './lists.ts'
import { purgeEdit } from './purge-edit.ts'

const reason = text.check(z.trim(), z.minLength(3), z.maxLength(300))

export const revisionRoutes: AdminRoute[] = [
  adminRoute({
    method: 'post',
    path: '/draft/publish',
    operationId: 'publishDraft',
    tag: 'Content',
    summary: 'Publish the draft as a revision',
    access: 'content.publish',
    body: z.strictObject({
      version,
      force: z.optional(reason.check(z.describe('Why problems and newer published content are overridden'))),
    }),
    response: publicationResponse,
    failures: {
      409: 'Nothing to publish (`unchanged`), another draft (`changed`), newer published content (`outdated`)',
      422: 'The draft has new problems (`problems`)',
    },
    async handle(c, { body }) {
      const options = { by: publisherOf(c), version: body.version, force: body.force }
      return respond(c, await publishDraft(servicesOf(c), c.get('tenant').id, options))
    },
  }),
  adminRoute({
    method: 'post',
    path: '/preview',
    operationId: 'createPreview',
    tag: 'Content',
    summary: "Create a link that shows the draft on the shop's own host for a day",
    access: 'content.read',
    isReading: true,
    response: previewLink,
    failures: { 404: 'The shop lacks the capability `preview`' },
    async handle(c) {
      const { db, config, now } = c.get('services')
      const { id, hosts, record } = c.get('tenant')
      if (!record.capabilities?.includes('preview')) throw new ApiError(404, 'This shop shows no previews.')
      const { path, expiresAt } = await createPreviewLink(db, id, now())
      return c.json({ url: shopOrigin(hosts[0] ?? '', config) + path, expiresAt: expiresAt.toISOString() })
    },
  }),
  adminRoute({
    method: 'delete',
    path: '/preview',
    operationId: 'endPreviews',
    tag: 'Content',
    summary: 'End all preview links of the shop',
    access: 'content.write',
    async handle(c) {
      await endPreviews(c.get('services').db, c.get('tenant').id)
      return c.body(null, 204)
    },
  }),
  adminRoute({
    method: 'get',
    path: '/revisions',
    operationId: 'listRevisions',
    tag: 'Content',
    summary: 'List the revisions, the newest first',
    access: 'content.read',
    query: z.object(listParameters),
    response: listOf(revisionRow),
    async handle(c, { query }) {
      const { revisions, total } = await listRevisions(
        c.get('services').db,
        c.get('tenant').id,
        toRange(query),
      )
      const data = revisions.map(({ number, publishedAt, ...row }) => ({
        id: number,
        ...row,
        publishedAt: publishedAt.toISOString(),
      }))
      return c.json({ data, total })
    },
  }),
  adminRoute({
    method: 'post',
    path: '/revisions/undo',
    operationId: 'undoRevision',
    tag: 'Content',
    summary: 'Restore the revision before the published one',
    access: 'content.publish',
    response: publicationResponse,
    failures: { 404: 'There is no revision before it', 409: 'It is the published state' },
    handle: async (c) => respond(c, await undo(servicesOf(c), c.get('tenant').id, publisherOf(c))),
  }),
  adminRoute({
    method: 'get',
    path: '/revisions/{id}',
    operationId: 'readRevision',
    tag: 'Content',
    summary: 'Read what a revision changed',
    access: 'content.read',
    response: revisionDocument,
    failures: { 404: 'No such revision' },
    async handle(c) {
      const tenantId = c.get('tenant').id
      const number = numberOf(c)
      const [before, revision] = await withTenant(c.get('services').db, tenantId, async (tx) => [
        await findRevision(tx, tenantId, number - 1),
        await findRevision(tx, tenantId, number),
      ])
      if (!revision) throw noRevision()
      const { record, publishedAt, number: id, ...row } = revision
      const differences = before ? differencesOfRecords(before.record, record) : []
      return c.json({
        id,
        ...row,
        publishedAt: publishedAt.toISOString(),
        differences: differences.map(describeDifference),
      })
    },
  }),
  adminRoute({
    method: 'post',
    path: '/revisions/{id}/restore',
    operationId: 'restoreRevision',
    tag: 'Content',
    summary: 'Restore a revision as a new one',
    access: 'content.publish',
    response: publicationResponse,
    failures: { 404: 'No such revision', 409: 'It is the published state' },
    handle: async (c) =>
      respond(c, await rollBack(servicesOf(c), c.get('tenant').id, numberOf(c), publisherOf(c))),
  }),
]

function servicesOf(c: AppContext): PublishingServices {
  const { db, config, now } = c.get('services')
  return { db, dataDir: config.dataDir, now }
}

function numberOf(c: AppContext): number {
  const typed = idOf(c)
  return /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : 0
}

function noRevision(): ApiError {
  return new ApiError(404, 'There is no such revision.')
}

const REFUSALS = {
  unchanged: 'There is nothing to publish.',
  changed: 'The draft has changed since you opened it.',
  outdated: 'The shop was changed after these edits began: compare, or publish with a reason.',
} as const

/**
 * Purges the pages of a publication before its response, so that the next view shows it.
 * @throws {ApiError} nothing was published
 */
async function respond(
  c: AppContext,
  result: Publication | PublishRefusal | { status: 'unknown' },
): Promise<Response> {
  switch (result.status) {
    case 'published':
      await purgeEdit(c, result.tenant)
      return c.json({ revision: result.revision, changed: result.changed })
    case 'unknown':
      throw noRevision()
    case 'problems':
      throw new ApiError(422, 'The draft has problems.', {}, { code: 'problems', problems: result.problems })
    case 'outdated':
      throw new ApiError(
        409,
        REFUSALS.outdated,
        {},
        {
          code: 'outdated',
          fields: result.edits.map(({ field }) => field),
        },
      )
    default:
      throw new ApiError(409, REFUSALS[result.status], {}, { code: result.status })
  }
}
