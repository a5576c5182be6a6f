import { Argument, type Command } from 'commander'

import { withTenant } from '../../api/db/index.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import { requireNumber } from '../../api/modules/orders/advance.ts'
import { addNote, NOTE_MAX, OWN_REFERENCE_MAX, setReference } from '../../api/modules/orders/notes.ts'
import { requireTenant, type CommandContext } from '../context.ts'
import { oneLine } from './one-line.ts'

const NOTE_HELP = `
Examples:
  store orders note silkhouse 7K3M-9Q2X-V0AB "Calls back on Monday about the size"
  store orders reference silkhouse 7K3M-9Q2X-V0AB "Tally 2026/118"
  store orders reference silkhouse 7K3M-9Q2X-V0AB

Notes and the reference are yours alone. "orders show" prints them, "orders list --search" finds them, and they are
erased with the person.`

/** `store orders note` and `reference` */
export function addNoteCommands(commands: Command, context: CommandContext): void {
  commands
    .command('note')
    .description('write something down about an order')
    .argument('<shop>', 'id of the shop')
    .argument('<order>', 'order number')
    .addArgument(new Argument('<text>', 'the note, on one line').argParser(oneLine(NOTE_MAX)))
    .addHelpText('after', NOTE_HELP)
    .action((shop: string, order: string, text: string) => note(context, shop, order, text))
  commands
    .command('reference')
    .description(
      'give an order a name of your own, such as its number in another system; without one, remove it',
    )
    .argument('<shop>', 'id of the shop')
    .argument('<order>', 'order number')
    .addArgument(new Argument('[text]', 'your own reference').argParser(oneLine(OWN_REFERENCE_MAX)))
    .addHelpText('after', NOTE_HELP)
    .action((shop: string, order: string, text?: string) => refer(context, shop, order, text ?? null))
}

async function note(
  { database, output }: CommandContext,
  shop: string,
  typed: string,
  text: string,
): Promise<void> {
  const number = requireNumber(typed)
  const db = await database()
  const { id } = await requireTenant(db, shop)
  await withTenant(db, id, (tx) => addNote(tx, id, number, { text, now: new Date() }))
  const order = formatOrderNumber(number)
  output.line(`Noted about order ${order}.`)
  output.result({ id: order, note: text })
}

async function refer(
  { database, output }: CommandContext,
  shop: string,
  typed: string,
  reference: string | null,
): Promise<void> {
  const number = requireNumber(typed)
  const db = await database()
  const { id } = await requireTenant(db, shop)
  await withTenant(db, id, (tx) => setReference(tx, id, number, reference))
  const order = formatOrderNumber(number)
  output.line(reference === null ? `Order ${order} has no reference.` : `Order ${order} is ${reference}.`)
  output.result({ id: order, reference })
}
