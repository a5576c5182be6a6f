import { open } from 'node:fs/promises'

import { desc, eq, and } from 'drizzle-orm'
import type { Command } from 'commander'

import { orders, users } from '../../api/db/schema.ts'
import { withTenant, type Transaction } from '../../api/db/index.ts'
import { count } from '@tanabana/contract/text.ts'
import { formatOrderNumber, parseOrderNumber } from '../../api/ids.ts'
import { listAddresses } from '../../api/modules/delivery/addresses.ts'
import { findOrder } from '../../api/modules/orders/read.ts'
import { readReturns } from '../../api/modules/orders/returns.ts'
import { formatMoney, formatRupees } from '../../api/rupees.ts'
import { findCredentials } from '../../api/modules/users/accounts.ts'
import { erasePerson } from '../../api/modules/personal-data/erase-account.ts'
import {
  findPerson,
  readPersonalData,
  type PersonName,
} from '../../api/modules/personal-data/personal-data.ts'
import { revokeTokens } from '../../api/modules/users/tokens.ts'
import { CommandError, requireTenant, toPath, type CommandContext } from '../context.ts'
import { createMoneyLookup, describeOrder, describeReturn } from '../../api/modules/orders/describe-order.ts'
import { linesOf } from '../output.ts'

const ACCOUNT_HELP = `
export writes everything the shop holds about a person, payments included; erase deletes it
(DPDP Act 2023, sections 11 and 12). Orders and payments stay for the books, without name, address
and contact. The number of an order that you took down erases the customer of all such orders with its
email or phone. erase refuses while an order or a return is open, or a refund is due.

Examples:
  store users export silkhouse asha@example.com asha.json
  store users erase silkhouse asha@example.com
  store users erase silkhouse 7K3M-9Q2X-V0AB`

/** `store users …`; `accounts` is an older alias. */
export function addAccountCommands(program: Command, context: CommandContext): void {
  const commands = program
    .command('users')
    .alias('accounts')
    .description('export and erase accounts, end their sessions')
    .addHelpText('after', ACCOUNT_HELP)
  commands
    .command('sign-out')
    .description('sign out one account, or every account of the shop')
    .argument('<shop>', 'id of the shop')
    .argument('[email]', 'email of the account')
    .action((shop: string, email?: string) => signOutAccounts(context, shop, email))
  commands
    .command('export')
    .description('write everything the shop holds about a person as JSON')
    .argument('<shop>', 'id of the shop')
    .argument('<email>', 'email of the account')
    .argument('[file]', 'output file (default: standard output)')
    .addHelpText('after', ACCOUNT_HELP)
    .action((shop: string, email: string, file?: string) => exportAccount(context, shop, email, file))
  commands
    .command('erase')
    .description("delete a person's name, email, addresses and password; their orders stay")
    .argument('<shop>', 'id of the shop')
    .argument('<person>', 'email of the account, or number of an order that you took down')
    .addHelpText('after', ACCOUNT_HELP)
    .action((shop: string, person: string) => eraseShopper(context, shop, person))
}

/** The account and all its orders, and every row about the person but passwords and tokens. */
async function exportAccount(
  context: CommandContext,
  tenantId: string,
  email: string,
  file: string | undefined,
): Promise<void> {
  const db = await context.database()
  const { id } = await requireTenant(db, tenantId)
  const person = await withTenant(db, id, async (tx) => {
    const userId = await requireAccount(tx, id, email)
    const [account] = await tx
      .select({
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        createdAt: users.createdAt,
      })
      .from(users)
      .where(and(eq(users.tenantId, id), eq(users.id, userId)))
    const placed = await tx
      .select({ number: orders.number })
      .from(orders)
      .where(and(eq(orders.tenantId, id), eq(orders.userId, userId)))
      .orderBy(desc(orders.createdAt))
    const found = []
    for (const { number } of placed) found.push(await findOrder(tx, id, number))
    const whole = found.filter((order) => order !== undefined)
    const money = await createMoneyLookup(tx, id, whole)
    const returns = await readReturns(
      tx,
      id,
      whole.map(({ number }) => number),
    )
    const saved = await listAddresses(tx, id, userId)
    return {
      shop: id,
      account,
      savedAddresses: saved.map(({ address }) => address),
      orders: whole.map((order) => ({
        ...describeOrder(order, money(order)),
        returns: (returns.get(order.number) ?? []).map((row) => describeReturn(row, order.items)),
      })),
      records: await readPersonalData(tx, await findPerson(tx, id, { userId, ownsOrdersByHand: true })),
    }
  })
  context.output.result(person)
  if (file === undefined) {
    linesOf(JSON.stringify(person, null, 2)).forEach(context.output.line)
    return
  }
  const path = toPath(context, file)
  await writePrivately(path, `${JSON.stringify(person, null, 2)}\n`)
  context.output.line(`Wrote the account and ${count(person.orders.length, 'order')} of ${email} to ${path}.`)
}

/** Only the owner may read the file, even if it existed before: it holds personal data. */
async function writePrivately(path: string, text: string): Promise<void> {
  try {
    await using file = await open(path, 'w', 0o600)
    await file.chmod(0o600)
    await file.writeFile(text)
  } catch {
    throw new CommandError(`${path} can't be written. Check the path.`)
  }
}

/** `store accounts sign-out`: ends the sessions of one account, or of all accounts of the shop. */
async function signOutAccounts(
  context: CommandContext,
  tenantId: string,
  email: string | undefined,
): Promise<void> {
  const db = await context.database()
  const { id } = await requireTenant(db, tenantId)
  const ended = await withTenant(db, id, async (tx) =>
    revokeTokens(tx, id, email === undefined ? undefined : await requireAccount(tx, id, email)),
  )
  context.output.result({ shop: id, ended })
  context.output.line(`Ended ${count(ended, 'session')} of ${email ?? 'all accounts'}.`)
}

/** `store accounts erase`: erases personal data; orders keep their items for the books. */
async function eraseShopper(context: CommandContext, tenantId: string, email: string): Promise<void> {
  const db = await context.database()
  const { id } = await requireTenant(db, tenantId)
  const { openOrders, openReturns, refundsDue, returnsDue } = await withTenant(db, id, async (tx) =>
    erasePerson(tx, id, await requirePerson(tx, id, email), new Date()),
  )
  if (openOrders > 0) {
    throw new CommandError(
      `${email} has ${count(openOrders, 'open order')}. Deliver or cancel open orders first: they need the address.`,
    )
  }
  if (openReturns.length > 0) {
    const asked = openReturns.map((one) => `${one.id} of order ${formatOrderNumber(one.orderNumber)}`)
    throw new CommandError(
      `${email} has ${count(openReturns.length, 'open return')}: ${asked.join(', ')}. ` +
        `Decide it with: store returns accept ${id} <return>, or: store returns refuse ${id} <return>`,
    )
  }
  if (refundsDue.length > 0) {
    const due = refundsDue.map(
      (one) => `${formatMoney(one.due, one.currency)} of order ${formatOrderNumber(one.orderNumber)}`,
    )
    throw new CommandError(
      `${email} has ${count(refundsDue.length, 'refund')} due: ${due.join(', ')}. ` +
        `Refund the money, then record it with: store payments refunded ${id} <payment> --reference <text>`,
    )
  }
  if (returnsDue.length > 0) {
    const due = returnsDue.map(
      (one) =>
        `${formatRupees(one.due)} of order ${formatOrderNumber(one.row.orderNumber)}, return ${one.row.id}`,
    )
    throw new CommandError(
      `${email} has ${count(returnsDue.length, 'refund')} due: ${due.join(', ')}. ` +
        `Refund the money, then record it with: store returns refunded ${id} <return> --reference <text>`,
    )
  }
  context.output.result({ shop: id, erased: email })
  context.output.line(`Erased ${email}. The orders stay, without name, address and contact.`)
}

/** The account with this e-mail, or the customer of an order by hand. */
async function requirePerson(tx: Transaction, tenantId: string, typed: string): Promise<PersonName> {
  const number = parseOrderNumber(typed)
  if (number === undefined) {
    return { userId: await requireAccount(tx, tenantId, typed), ownsOrdersByHand: true }
  }
  const order = await findOrder(tx, tenantId, number)
  if (order?.userId === null) return { orderByHand: number }
  throw new CommandError(
    order
      ? `Order ${typed} belongs to an account. Name its email.`
      : `This shop has no order ${formatOrderNumber(number)}.`,
  )
}

async function requireAccount(tx: Transaction, tenantId: string, email: string): Promise<string> {
  const account = await findCredentials(tx, tenantId, email)
  if (!account)
    throw new CommandError(`The shop ${tenantId} has no account with the email ${email}. Check the email.`)
  return account.id
}
