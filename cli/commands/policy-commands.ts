import { stat } from 'node:fs/promises'

import type { Command } from 'commander'

import { storedProducts } from '../../api/modules/catalogue/stored-products.ts'
import { readTenant } from '../../api/db/index.ts'
import { count } from '@tanabana/contract/text.ts'
import { readCheckedShop } from '../../api/modules/publishing/checked-shop.ts'
import {
  findProblems,
  problemSentence,
  type CheckedShop,
} from '../../api/modules/store-checks/find-problems.ts'
import { mainLanguage } from '../../api/modules/store-checks/policies.ts'
import type { StoreProblem } from '../../api/modules/store-checks/problem.ts'
import { productGaps, type ProductGap } from '../../api/modules/store-checks/india-products.ts'
import { CheckFailed, requireTenant, toPath, type CommandContext } from '../context.ts'
import { readStoreFolder } from '../shop-folder/store-record.ts'
import type { StoreRecord } from '../../api/db/store-record.ts'

const CHECK_HELP = `
Reports, the gravest first:
- policies that break their page: too large, too many elements, no text
- what shoppers would read or follow: unfilled placeholders and gaps, hidden email addresses, links
  that lead nowhere, HTML that pages remove with its content
- pictures of the store info that pages cut (for a shop, not for a folder)
- promises and facts that contradict each other or the law: store info, highlights and policies in English
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
  const { record, shop, products } = await readShop(context, shopOrFolder)
  const problems = await findProblems(record, shop)
  const sentence = (problem: StoreProblem) => problemSentence(problem, mainLanguage(record))
  const harmful = problems.filter(({ rank }) => rank !== 'harmless')
  const harmless = problems.filter(({ rank }) => rank === 'harmless')
  for (const problem of harmful) output.line(`✗ ${sentence(problem)}`)
  for (const { rule, says, products: lacking, keys } of products) {
    const named = `${keys.join(', ')}${lacking > keys.length ? ', …' : ''}`
    output.line(`✗ ${rule}: ${count(lacking, 'product')} ${says}: ${named}.`)
  }
  for (const problem of harmless) output.line(`· ${sentence(problem)}`)
  output.result({ problems, products })
  const total = harmful.length + products.length
  if (total > 0) throw new CheckFailed(`Found ${count(total, 'problem')}.`)
  const policies = count(Object.keys(record.policies ?? {}).length, 'policy', 'policies')
  output.line(`✓ No problems in the store info and ${policies} of its own.`)
}

async function readShop(
  context: CommandContext,
  shopOrFolder: string,
): Promise<{ record: StoreRecord; shop: CheckedShop; products: ProductGap[] }> {
  const path = toPath(context, shopOrFolder)
  const entry = await stat(path).catch(() => undefined)
  if (entry?.isDirectory()) {
    const { id, hosts = [`${id}.localhost`], record } = await readStoreFolder(path)
    return { record, shop: { hosts }, products: [] }
  }
  const db = await context.database()
  const tenant = await requireTenant(db, shopOrFolder)
  const { id, record } = tenant
  const stored = storedProducts((work) => readTenant(db, id, work), id)
  const shop = await readCheckedShop({ db, dataDir: context.dataDir }, tenant, [record])
  return { record, shop, products: await productGaps(stored, record) }
}
