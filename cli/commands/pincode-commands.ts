import type { Command } from 'commander'

import { readTenant, withTenant } from '../../api/db/index.ts'
import { listPincodes, replacePincodes } from '../../api/modules/delivery/pincodes.ts'
import { purgeEdit, requireTenant, toPath, type CommandContext } from '../context.ts'
import { readPincodes } from '../../api/modules/delivery/read-pincodes.ts'
import { count } from '@tanabana/contract/text.ts'

const PINCODES_HELP = `
The file's first line names its columns: code, city, state and, where the shop has them, serviceable
(yes or no), days (at most until delivery) and cod (cash on delivery, yes or no). Without a column
cod, only the shop's terms limit cash on delivery. The directory of post offices that India Post publishes
on data.gov.in (pincode, officename, officetype, delivery, district, statename …) is read as it is: a PIN
code is delivered to if one of its offices delivers. An import replaces the shop's whole table. Shoppers
see its facts once the shop has the capability "pincodes".

Examples:
  store pincodes import silkhouse pincodes.csv
  store pincodes list silkhouse`

const SHOWN_MAX = 10

/** `store pincodes …` */
export function addPincodeCommands(program: Command, context: CommandContext): void {
  const commands = program.command('pincodes').description('import and list the PIN codes of a shop')
  commands.addHelpText('after', PINCODES_HELP)
  commands
    .command('import')
    .description("replace a shop's PIN codes by those of a CSV file")
    .argument('<shop>', 'id of the shop')
    .argument('<file>', 'CSV file')
    .addHelpText('after', PINCODES_HELP)
    .action((shop: string, file: string) => importPincodes(context, shop, file))
  commands
    .command('list')
    .description('list the PIN codes of a shop')
    .argument('<shop>', 'id of the shop')
    .addHelpText('after', PINCODES_HELP)
    .action((shop: string) => printPincodes(context, shop))
}

async function importPincodes(context: CommandContext, shop: string, file: string): Promise<void> {
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const { rows, leftOut } = await readPincodes(toPath(context, file))
  await withTenant(db, tenant.id, (tx) => replacePincodes(tx, tenant.id, rows))
  await purgeEdit(context, tenant)
  context.output.line(`${count(rows.length, 'PIN code')} of ${shop}.`)
  if (leftOut.length > 0) {
    const codes = leftOut.slice(0, SHOWN_MAX).join(', ') + (leftOut.length > SHOWN_MAX ? ', …' : '')
    context.output.line(`Left out, without a district or state in the file: ${codes}`)
  }
  if (!tenant.record.capabilities?.includes('pincodes')) {
    context.output.line('Shoppers see them once the shop has the capability "pincodes".')
  }
  context.output.result({ pincodes: rows.length, leftOut })
}

async function printPincodes(context: CommandContext, shop: string): Promise<void> {
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const rows = await readTenant(db, tenant.id, (tx) => listPincodes(tx, tenant.id))
  for (const { code, city, state, serviceable, deliveryDays, cashOnDelivery } of rows) {
    const days = deliveryDays === null ? '' : count(deliveryDays, 'day')
    const facts = serviceable ? [days, cashOnDelivery ? 'cash on delivery' : ''] : ['no delivery']
    context.output.line([code, city, state, ...facts].filter(Boolean).join('  '))
  }
  context.output.line(`${count(rows.length, 'PIN code')}.`)
  context.output.result(rows)
}
