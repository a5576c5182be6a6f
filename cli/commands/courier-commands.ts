import { Option, type Command } from 'commander'

import { readTenant, withTenant } from '../../api/db/index.ts'
import {
  findCourierSecret,
  removeCourierSecret,
  renewCourierSecret,
} from '../../api/modules/parcels/courier-secret.ts'
import { requireTenant, type CommandContext } from '../context.ts'

const SECRET_HELP = `
Examples:
  store parcels secret silkhouse
  store parcels secret silkhouse --renew
  store parcels secret silkhouse --remove

The secret signs the calls with which a courier's system reports what became of parcels. Give it to that system alone.
docs/couriers.md describes the call.`

interface SecretOptions {
  renew?: boolean
  remove?: boolean
}

/** `store parcels …` */
export function addCourierCommands(program: Command, context: CommandContext): void {
  const commands = program
    .command('parcels')
    .description("let a courier's system report what became of parcels")
  commands.addHelpText('after', SECRET_HELP)
  commands
    .command('secret')
    .description(
      "print the secret that signs the reports of a courier's system; make it, where there is none",
    )
    .argument('<shop>', 'id of the shop')
    .addOption(new Option('--renew', 'make a new one; the one before ends').conflicts('remove'))
    .addOption(new Option('--remove', 'end it: every report is refused'))
    .addHelpText('after', SECRET_HELP)
    .action((shop: string, options: SecretOptions) => showSecret(context, shop, options))
}

async function showSecret(
  { database, output }: CommandContext,
  shop: string,
  { renew = false, remove = false }: SecretOptions,
): Promise<void> {
  const db = await database()
  const { id } = await requireTenant(db, shop)
  if (remove) {
    const isRemoved = await withTenant(db, id, (tx) => removeCourierSecret(tx, id))
    output.line(isRemoved ? 'Removed the secret. Every report is refused now.' : 'There is no secret.')
    output.result({ removed: isRemoved })
    return
  }
  const known = renew ? undefined : await readTenant(db, id, (tx) => findCourierSecret(tx, id))
  const secret = known ?? (await withTenant(db, id, (tx) => renewCourierSecret(tx, id)))
  output.line(secret)
  output.result({ secret })
}
