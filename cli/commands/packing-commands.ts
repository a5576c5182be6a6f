import { writeFile } from 'node:fs/promises'

import { Option, type Command } from 'commander'

import { readTenant } from '../../api/db/index.ts'
import { formatOrderNumber } from '../../api/ids.ts'
import { requireNumber } from '../../api/modules/orders/advance.ts'
import { readPackedOrders } from '../../api/modules/parcels/orders-to-pack.ts'
import { renderLabels, renderSlips } from '../../api/modules/parcels/print-pages.ts'
import { requireTenant, toPath, type CommandContext } from '../context.ts'
import { count } from '@tanabana/contract/text.ts'

const PACKING_HELP = `
Examples:
  store orders slips silkhouse --out slips.html
  store orders labels silkhouse 7K3M-9Q2X-V0AB 4TQ8-XK2M-9A3D --out labels.html

Without order numbers, they are those of all orders that wait to be shipped, without those that wait for the shopper. Open the file in a browser and print it:
slips are pages of A4, labels of A6. They are in the language of the shop.`

/** `store orders slips` and `labels` */
export function addPackingCommands(commands: Command, context: CommandContext): void {
  const command = (name: string, description: string, render: typeof renderSlips) =>
    commands
      .command(name)
      .description(description)
      .argument('<shop>', 'id of the shop')
      .argument('[orders...]', 'order numbers')
      .addOption(new Option('--out <file>', 'HTML file to write').makeOptionMandatory())
      .addHelpText('after', PACKING_HELP)
      .action((shop: string, typed: string[], { out }: { out: string }) =>
        writePages(context, shop, typed, { out, render }),
      )
  command('slips', 'write packing slips to print', renderSlips)
  command('labels', 'write address labels of size A6 to print', renderLabels)
}

async function writePages(
  context: CommandContext,
  shop: string,
  typed: readonly string[],
  { out, render }: { out: string; render: typeof renderSlips },
): Promise<void> {
  const numbers = typed.map(requireNumber)
  const db = await context.database()
  const tenant = await requireTenant(db, shop)
  const packed = await readTenant(db, tenant.id, (tx) => readPackedOrders(tx, tenant, numbers))
  const { output } = context
  const orders = packed.map(({ order }) => formatOrderNumber(order.number))
  if (packed.length === 0) {
    output.line('No order waits to be shipped. Nothing was written.')
    output.result({ orders })
    return
  }
  const path = toPath(context, out)
  await writeFile(path, await render(tenant.record, packed))
  output.line(`${count(packed.length, 'page')} in ${path}.`)
  output.result({ orders, file: path })
}
