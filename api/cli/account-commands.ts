import { withTenant, type Transaction } from '../db/index.ts'
import { count } from '../import/text.ts'
import { findCredentials } from '../users/accounts.ts'
import { eraseAccount } from '../users/erase.ts'
import { revokeTokens } from '../users/tokens.ts'
import { CommandError } from './command-error.ts'
import { requireTenant, type CommandContext } from './context.ts'

/** `store accounts sign-out`: ends the sessions of one account, or of every account of the shop. */
export async function signOutAccounts(
  context: CommandContext,
  tenantId: string,
  email: string | undefined,
): Promise<void> {
  const db = await context.database()
  const { id } = await requireTenant(db, tenantId)
  const ended = await withTenant(db, id, async (tx) =>
    revokeTokens(tx, id, email === undefined ? undefined : await requireAccount(tx, id, email)),
  )
  context.output.line(`Ended ${count(ended, 'session')} of ${email ?? 'all accounts'}.`)
}

/** `store accounts erase`: forgets a person; what was bought stays in the books. */
export async function forgetAccount(context: CommandContext, tenantId: string, email: string): Promise<void> {
  const db = await context.database()
  const { id } = await requireTenant(db, tenantId)
  const underWay = await withTenant(db, id, async (tx) =>
    eraseAccount(tx, id, await requireAccount(tx, id, email)),
  )
  if (underWay > 0) {
    throw new CommandError(
      `${email} has ${count(underWay, 'order')} under way. Deliver or cancel what is under way first: it needs its address.`,
    )
  }
  context.output.line(`Erased the account ${email}. Its orders stay, without name, address and contact.`)
}

async function requireAccount(tx: Transaction, tenantId: string, email: string): Promise<string> {
  const account = await findCredentials(tx, tenantId, email)
  if (!account) throw new CommandError(`The shop ${tenantId} has no account with the e-mail ${email}.`)
  return account.id
}
