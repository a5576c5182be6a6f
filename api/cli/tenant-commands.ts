import { findTenant, listTenants } from '../tenants/find.ts'
import { putTenant } from '../tenants/write.ts'
import { count } from '../import/text.ts'
import { publishEdit, toPath, type CommandContext } from './context.ts'
import { readStoreRecord } from './store-record.ts'
import type { Tenant } from '../tenants/tenant.ts'

/** `store tenant create`: creates the shop of a store record file, or brings it up to date. */
export async function createTenant(
  context: CommandContext,
  file: string,
  options: { host: string[] },
): Promise<void> {
  const { output } = context
  const db = await context.database()
  const { id, hosts, record, payee } = await readStoreRecord(toPath(context, file), options.host)
  const known = await findTenant(db, id)
  const tenant: Tenant = {
    id,
    hosts: hosts ?? known?.hosts ?? [`${id}.localhost`],
    record,
    payee: payee ?? known?.payee ?? { upiId: '', name: record.storeName },
  }
  const result = await putTenant(db, tenant)
  await publishEdit(context, tenant)
  const deed = result === 'created' ? 'Created' : 'Updated'
  output.line(`${deed} the shop ${id} (${record.storeName}) on ${tenant.hosts.join(', ')}.`)
  output.line(
    `It has ${count(record.categories.length, 'category', 'categories')} and ` +
      `${count(Object.keys(record.policies ?? {}).length, 'policy', 'policies')} of its own.`,
  )
  if (!tenant.payee.upiId) {
    output.line(
      'It can take no UPI payments yet: give "payee": { "upiId": …, "name": … } in the store record.',
    )
  }
}

/** `store tenant list` */
export async function showTenants(context: CommandContext): Promise<void> {
  const tenants = await listTenants(await context.database())
  if (tenants.length === 0) {
    context.output.line('There is no shop yet. Create one with: store tenant create <store.json>')
  }
  for (const { id, record, hosts } of tenants) {
    context.output.line(`${id}  ${record.storeName}  ${hosts.join(', ')}`)
  }
}
