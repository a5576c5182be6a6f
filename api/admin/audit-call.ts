import type { Transaction } from '../db/index.ts'
import { variablesOf, type AppContext } from '../http/context.ts'
import { recordAudit, type AuditActor, type NewAuditEntry } from '../modules/staff/audit.ts'
import { inShop } from './in-shop.ts'

/** Writes what a call changes to the audit log, in the transaction of the change. */
export async function auditCall(
  c: AppContext,
  tx: Transaction,
  entry: Omit<NewAuditEntry, 'action' | 'outcome'>,
): Promise<void> {
  const action = c.get('operation')
  await recordAudit(tx, c.get('tenant').id, actorOf(c), { ...entry, action }, c.get('services').now())
  c.set('isAudited', true)
}

/** Writes one entry for each order that a call of many named and did not refuse; none of a dry run. */
export async function auditMany(
  c: AppContext,
  isDryRun: boolean,
  results: readonly { order?: string; outcome: string }[],
): Promise<void> {
  c.set('isAudited', true)
  if (isDryRun) return
  await inShop(c, async (tx) => {
    for (const { order, outcome } of results) {
      if (order !== undefined && outcome !== 'refused')
        await auditCall(c, tx, { target: order, after: { outcome } })
    }
  })
}

export function actorOf(c: AppContext): AuditActor {
  const { staff } = variablesOf(c)
  if (!staff) return { actor: 'unknown', actorId: '', actorName: '' }
  return { actor: staff.kind, actorId: staff.id, actorName: staff.name }
}
