import { stat } from 'node:fs/promises'

import type { Command } from 'commander'

import { storedProducts } from '../../api/modules/catalogue/stored-products.ts'
import { readTenant } from '../../api/db/index.ts'
import { count } from '../import/text.ts'
import { checkRecord, problemLine } from '../policies/check-record.ts'
import { contradictionsOf } from '../policies/contradictions.ts'
import { legalGaps } from '../policies/india.ts'
import { productGaps, type ProductGap } from '../policies/india-products.ts'
import { CheckFailed, requireTenant, toPath, type CommandContext } from '../context.ts'
import { readStoreFolder } from '../shop-folder/store-record.ts'
import type { StoreRecord } from '../../api/db/store-record.ts'

const CHECK_HELP = `
Reports, the gravest first:
- policies that break their page: too large, too many elements, no text
- what shoppers would read or follow: unfilled placeholders and gaps, hidden email addresses, links
  that lead nowhere, HTML that pages remove with its content
- promises that contradict each other: returnPolicy, shippingPolicy, highlights and policies in English
- what Indian rules require but the shop does not show: in its policies, in its store info, and for
  each product (manufacturer, country of origin, MRP, consumer care, sizes in cm); a folder has no
  products. This is not legal advice.
- in one line per policy (·), tags and attributes that pages leave out without harm: no problem

Exit codes: 0 no problems, 1 problems found, 2 usage error.

Examples:
  store policies check silkhouse
  store policies check ./silkhouse --json`

export function addPolicyCommands(program: Command, context: CommandContext): void {
  program
    .command('policies')
    .description("check a shop's policies")
    .command('check')
    .description('list problems in policies, company details and products')
    .argument('<shop|folder>', 'id of a shop, or a folder made by store pull')
    .addHelpText('after', CHECK_HELP)
    .action((shopOrFolder: string) => checkPolicies(context, shopOrFolder))
}

/** `store policies check`: checks the stored shop, or a folder before `store push`. */
async function checkPolicies(context: CommandContext, shopOrFolder: string): Promise<void> {
  const { output } = context
  const { record, hosts, products } = await readShop(context, shopOrFolder)
  const html = checkRecord(record, hosts)
  const harmful = html.filter(({ rank }) => rank !== 'harmless')
  const harmless = html.filter(({ rank }) => rank === 'harmless')
  const contradictions = contradictionsOf(record)
  const legal = legalGaps(record)
  for (const problem of harmful) output.line(`✗ ${problemLine(problem)}`)
  for (const { place, says } of contradictions) output.line(`✗ ${place}: ${says}.`)
  for (const { rule, says } of legal) output.line(`✗ ${rule}: ${says}.`)
  for (const { rule, says, products: lacking, keys } of products) {
    const named = `${keys.join(', ')}${lacking > keys.length ? ', …' : ''}`
    output.line(`✗ ${rule}: ${count(lacking, 'product')} ${says}: ${named}.`)
  }
  for (const problem of harmless) output.line(`· ${problemLine(problem)}`)
  output.result({ html, contradictions, legal, products })
  const problems = harmful.length + contradictions.length + legal.length + products.length
  if (problems > 0) throw new CheckFailed(`Found ${count(problems, 'problem')}.`)
  const policies = count(Object.keys(record.policies ?? {}).length, 'policy', 'policies')
  output.line(`✓ No problems in the store info and ${policies} of its own.`)
}

async function readShop(
  context: CommandContext,
  shopOrFolder: string,
): Promise<{ record: StoreRecord; hosts: string[]; products: ProductGap[] }> {
  const path = toPath(context, shopOrFolder)
  const entry = await stat(path).catch(() => undefined)
  if (entry?.isDirectory()) {
    const { id, hosts = [`${id}.localhost`], record } = await readStoreFolder(path)
    return { record, hosts, products: [] }
  }
  const db = await context.database()
  const { id, hosts, record } = await requireTenant(db, shopOrFolder)
  const stored = storedProducts((work) => readTenant(db, id, work), id)
  return { record, hosts, products: await productGaps(stored, record) }
}
