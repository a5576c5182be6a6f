import { readdir } from 'node:fs/promises'

import { count } from '@tanabana/contract/text.ts'
import { openDatabase } from '../../api/db/index.ts'
import { mediaFolder } from '../../api/modules/catalogue/media-files.ts'
import { restoreTenant } from '../../api/modules/tenants/restore-tenant.ts'
import { CommandError, purgeEdit, type CommandContext } from '../context.ts'

export interface RestoreOptions {
  from: string
  dropNewer?: boolean
}

const COUNTED = { orders: 'order', products: 'product', users: 'account' }
const PICTURES_SHOWN_MAX = 10

export const RESTORE_HELP = `
The copy is a database that was restored from a backup; the command brings its tables to this version. All of the
shop's rows are replaced by the copy's, in one transaction: accounts, orders and payments too, and entries of the
audit log stay. Other shops are not touched. The shop stays suspended until you resume it.

Examples:
  store shop suspend silkhouse
  store shop restore silkhouse --from postgres://shops@127.0.0.1:5433/shops
  store shop resume silkhouse`

/** `store shop restore` */
export async function restoreShop(
  context: CommandContext,
  shop: string,
  options: RestoreOptions,
): Promise<void> {
  const { output, dataDir } = context
  if (!/^postgres(?:ql)?:\/\//.test(options.from) || !URL.canParse(options.from))
    throw new CommandError(`"${options.from}" is no address of a database. Begin with postgres://`)
  const db = await context.database()
  const copy = await openDatabase({ dataDir, databaseUrl: options.from, onStartWait: output.problem })
  try {
    const { tenant, rows, pictures } = await restoreTenant(db, copy, shop, options)
    await purgeEdit(context, tenant)
    const counts = Object.entries(COUNTED).map(([table, word]) => count(rows.get(table) ?? 0, word))
    output.line(`Restored the shop ${shop} on ${tenant.hosts.join(', ')}: ${counts.join(', ')}.`)
    const missing = await missingPictures(mediaFolder(dataDir, shop), pictures)
    if (missing.length > 0) {
      const shown = missing.slice(0, PICTURES_SHOWN_MAX).join(', ')
      const rest = missing.length > PICTURES_SHOWN_MAX ? ', …' : ''
      output.line(
        `Copy from your backup to ${mediaFolder(dataDir, shop)}: ${shown}${rest} (${count(missing.length, 'file')}).`,
      )
    }
    output.line(`It is suspended. Ask for payments since then: store payments reconcile ${shop}`)
    output.line(`Then serve it again: store shop resume ${shop}`)
    output.result({ id: shop, rows: Object.fromEntries(rows), missingPictures: missing })
  } finally {
    await copy.close()
  }
}

async function missingPictures(folder: string, names: ReadonlySet<string>): Promise<string[]> {
  const present = new Set(await readdir(folder).catch(() => []))
  return [...names].filter((name) => !present.has(name)).toSorted()
}
