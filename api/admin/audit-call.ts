import type { Transaction } from '../db/index.ts'
import { variablesOf, type AppContext } from '../http/context.ts'
import { recordAudit, type AuditActor, type NewAuditEntry } from '../modules/staff/audit.ts'

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

export function actorOf(c: AppContext): AuditActor {
  const { staff } = variablesOf(c)
  if (!staff) return { actor: 'unknown', actorId: '', actorName: '' }
  return { actor: staff.kind, actorId: staff.id, actorName: staff.name }
}
