import { versionOf } from '../../content-version.ts'
import { actAsTenant, withTenant, type Database, type Transaction } from '../../db/index.ts'
import type { StoreRecord } from '../../db/store-record.ts'
import type { Tenant } from '../../tenant.ts'
import { findProblems, newProblems } from '../store-checks/find-problems.ts'
import type { StoreProblem } from '../store-checks/problem.ts'
import { findTenant } from '../tenants/find.ts'
import { changeTenant } from '../tenants/write.ts'
import { readCheckedShop } from './checked-shop.ts'
import { loadDraft, outdatedEdits, readDraft, removePublishedEdits, type DraftEdit } from './drafts.ts'
import { changedFields, withFixedFields } from './record-fields.ts'
import { addRevision, findRevision, newestRevisions, type NewRevision, type Publisher } from './revisions.ts'

/** What a publication works with. */
export interface PublishingServices {
  db: Database
  dataDir: string
  now: () => Date
}

/** A publication that was made. Its pages are to be purged. */
export interface Publication {
  status: 'published'
  revision: number
  /** The names of the fields that it changed. */
  changed: string[]
  /** The shop, with the hosts that it had before too. */
  tenant: Tenant
}

/** Why nothing was published. */
export type PublishRefusal =
  | { status: 'unchanged' }
  /** The draft is not the one that the editor has seen. */
  | { status: 'changed' }
  /** The published content was changed after these edits began. */
  | { status: 'outdated'; edits: DraftEdit[] }
  | { status: 'problems'; problems: StoreProblem[] }

export interface DraftPublication {
  by: Publisher
  /** The version of the draft that the editor has seen. */
  version?: string | undefined
  /** Why problems and newer published content are overridden. */
  force?: string | undefined
}

/**
 * Publishes the draft of a shop as a revision. A problem that the published record does not have already is refused,
 * and so is an edit of content that was changed meanwhile; `force` overrides both and its reason is recorded.
 */
export async function publishDraft(
  services: PublishingServices,
  id: string,
  { by, version, force }: DraftPublication,
): Promise<Publication | PublishRefusal> {
  const draft = await loadDraft(services.db, id)
  const seen = versionOf(draft.record)
  if (version !== undefined && version !== seen) return { status: 'changed' }
  if (versionOf(draft.published) === seen) return { status: 'unchanged' }
  const outdated = outdatedEdits(draft)
  if (outdated.length > 0 && force === undefined) return { status: 'outdated', edits: outdated }
  const problems =
    force === undefined ? await problemsOfChange(services, id, draft.published, draft.record) : []
  if (problems.length > 0) return { status: 'problems', problems }
  return publishChange(services, id, { action: 'publish', by, reason: force }, async (known, tx) => {
    const { record } = await actAsTenant(tx, id, () => readDraft(tx, id, known.record))
    return versionOf(record) === seen ? { ...known, record } : undefined
  })
}

/** Problems of a changed record that the one before does not have. */
export async function problemsOfChange(
  { db, dataDir }: Pick<PublishingServices, 'db' | 'dataDir'>,
  id: string,
  before: StoreRecord,
  after: StoreRecord,
): Promise<StoreProblem[]> {
  const hosts = (await findTenant(db, id))?.hosts ?? []
  const shop = await readCheckedShop({ db, dataDir }, { id, hosts }, [before, after])
  return newProblems(await findProblems(after, shop), await findProblems(before, shop))
}

/** Restores a revision as a new one. What the API can do stays as it is; so do hosts and payee. */
export async function rollBack(
  services: PublishingServices,
  id: string,
  number: number,
  by: Publisher,
): Promise<Publication | { status: 'unchanged' | 'unknown' | 'changed' }> {
  const revision = await withTenant(services.db, id, (tx) => findRevision(tx, id, number))
  if (!revision) return { status: 'unknown' }
  return publishChange(services, id, { action: 'rollback', by, restored: number }, (known) => ({
    ...known,
    record: withFixedFields(revision.record, known.record),
  }))
}

/** Restores the revision before the published one. */
export async function undo(
  services: PublishingServices,
  id: string,
  by: Publisher,
): ReturnType<typeof rollBack> {
  const [, before] = await withTenant(services.db, id, (tx) => newestRevisions(tx, id, 2))
  return before ? rollBack(services, id, before.number, by) : { status: 'unknown' }
}

/**
 * Replaces the record, payee and hosts of a shop by the result of `change` and adds a revision where the record changes.
 * `change` returns `undefined` where the shop is not as expected.
 * @throws {HostTakenError} nothing is written
 * @throws {RecordTooLargeError} nothing is written
 */
export async function publishChange(
  { db, now }: Pick<PublishingServices, 'db' | 'now'>,
  id: string,
  revision: NewRevision,
  change: (known: Tenant, tx: Transaction) => Tenant | undefined | Promise<Tenant | undefined>,
): Promise<Publication | { status: 'unchanged' | 'changed' }> {
  let result: { changed: string[]; number: number } | 'changed' | undefined
  const { known, tenant } = await changeTenant(db, id, async (before, tx) => {
    const after = await change(before, tx)
    if (!after) result = 'changed'
    if (!after) return before
    const changed = changedFields(before.record, after.record)
    if (changed.length > 0) {
      const states = { before: before.record, after: after.record }
      const number = await actAsTenant(tx, id, async () => {
        await removePublishedEdits(tx, id, after.record)
        return addRevision(tx, id, states, revision, now())
      })
      result = { changed, number }
    }
    return after
  })
  if (result === 'changed') return { status: 'changed' }
  if (!result) return { status: 'unchanged' }
  const hosts = [...new Set([...known.hosts, ...tenant.hosts])]
  return {
    status: 'published',
    revision: result.number,
    changed: result.changed,
    tenant: { ...tenant, hosts },
  }
}
