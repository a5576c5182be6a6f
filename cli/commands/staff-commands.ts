import { Option, type Command } from 'commander'

import { readTenant, withTenant, type Transaction } from '../../api/db/index.ts'
import { STAFF_ROLES, type StaffRole } from '../../api/db/staff-columns.ts'
import {
  addStaff,
  changeStaff,
  findStaffByEmail,
  listStaff,
  NO_SECOND_FACTOR,
  removeStaff,
  type StaffRow,
} from '../../api/modules/staff/accounts.ts'
import { linkAddress, openLink } from '../../api/modules/staff/links.ts'
import { endSessions } from '../../api/modules/staff/sessions.ts'
import { shopOrigins } from '../../api/modules/tenants/shop-origins.ts'
import type { Tenant } from '../../api/tenant.ts'
import { CommandError, requireTenant, type CommandContext } from '../context.ts'
import { oneLine } from './one-line.ts'

const STAFF_HELP = `
add and invite print a link that sets a password, once and within 7 days: pass it on to the person.
Roles: ${STAFF_ROLES.join(', ')} (docs/admin-api.md).

Examples:
  store staff add silkhouse asha@silkhouse.example --name "Asha Rao" --role owner
  store staff invite silkhouse asha@silkhouse.example --reset-second-factor`

/** `store staff …` */
export function addStaffCommands(program: Command, context: CommandContext): void {
  const commands = program
    .command('staff')
    .description('people who run a shop from its console')
    .addHelpText('after', STAFF_HELP)
  commands
    .command('list')
    .description('list the staff of a shop')
    .argument('<shop>', 'id of the shop')
    .action((shop: string) => showStaff(context, shop))
  commands
    .command('add')
    .description('add a person and print the link of the invitation')
    .argument('<shop>', 'id of the shop')
    .argument('<email>', 'e-mail of the person')
    .addOption(
      new Option('--name <name>', 'name of the person').argParser(oneLine(100)).makeOptionMandatory(),
    )
    .addOption(
      new Option('--role <role>', 'what the person may do').choices(STAFF_ROLES).makeOptionMandatory(),
    )
    .addHelpText('after', STAFF_HELP)
    .action((shop: string, email: string, options: { name: string; role: StaffRole }) =>
      add(context, shop, email, options),
    )
  commands
    .command('invite')
    .description('print a new link, for a person who has lost the password')
    .argument('<shop>', 'id of the shop')
    .argument('<email>', 'e-mail of the person')
    .option('--reset-second-factor', 'the person sets up an authenticator app anew')
    .addHelpText('after', STAFF_HELP)
    .action((shop: string, email: string, options: { resetSecondFactor?: boolean }) =>
      invite(context, shop, email, options),
    )
  commands
    .command('remove')
    .description('remove a person, whose sessions end at once')
    .argument('<shop>', 'id of the shop')
    .argument('<email>', 'e-mail of the person')
    .action((shop: string, email: string) => remove(context, shop, email))
}

async function showStaff(context: CommandContext, shop: string): Promise<void> {
  const { output } = context
  const db = await context.database()
  const { id } = await requireTenant(db, shop)
  const rows = await readTenant(db, id, (tx) => listStaff(tx, id))
  for (const { email, name, role, passwordHash } of rows) {
    output.line([email, role, name, passwordHash === null ? 'invited' : ''].filter(Boolean).join('  '))
  }
  output.result(
    rows.map(({ email, name, role, passwordHash }) => ({
      email,
      name,
      role,
      invited: passwordHash === null,
    })),
  )
}

async function add(
  context: CommandContext,
  shop: string,
  email: string,
  options: { name: string; role: StaffRole },
): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new CommandError(`"${email}" is not an e-mail address.`)
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const link = await withTenant(db, tenant.id, async (tx) => {
    const person = await addStaff(tx, tenant.id, { email, ...options }, new Date())
    return openLink(tx, person, 'invitation', new Date())
  })
  printLink(context, tenant, email, link)
}

async function invite(
  context: CommandContext,
  shop: string,
  email: string,
  { resetSecondFactor = false }: { resetSecondFactor?: boolean },
): Promise<void> {
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const link = await withTenant(db, tenant.id, async (tx) => {
    const person = await requirePerson(tx, tenant.id, email)
    if (resetSecondFactor) {
      await changeStaff(tx, person, NO_SECOND_FACTOR)
      await endSessions(tx, tenant.id, person.id)
    }
    return openLink(tx, person, 'invitation', new Date())
  })
  printLink(context, tenant, email, link)
}

async function remove(context: CommandContext, shop: string, email: string): Promise<void> {
  const db = await context.database()
  const { id } = await requireTenant(db, shop)
  await withTenant(db, id, async (tx) => removeStaff(tx, await requirePerson(tx, id, email)))
  context.output.line(`${email} is not on the staff of ${id} any more.`)
  context.output.result({ email, removed: true })
}

async function requirePerson(tx: Transaction, tenantId: string, email: string): Promise<StaffRow> {
  const person = await findStaffByEmail(tx, tenantId, email)
  if (person) return person
  throw new CommandError(`${email} is not on the staff of ${tenantId}. See: store staff list ${tenantId}`)
}

function printLink({ output }: CommandContext, tenant: Tenant, email: string, token: string): void {
  const link = linkAddress(shopOrigins(tenant).api, token)
  output.line(`${email} chooses a password at this address, once and within 7 days:`)
  output.line(link)
  output.result({ email, link })
}
