import { stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { Command } from 'commander'

import { count } from '../import/text.ts'
import { checkPolicyHtml } from '../policies/check-html.ts'
import { legalGaps } from '../policies/india.ts'
import { CheckFailed } from './command-error.ts'
import { requireTenant, toPath, type CommandContext } from './context.ts'
import { readStoreRecord } from './store-record.ts'
import type { StoreRecord } from '../tenants/tenant.ts'

const CHECK_HELP = `
Names placeholders that nothing fills in, HTML that the page takes away, and what rules for shops
in India ask for and the shop does not show. These are notes of engineers, no legal advice.

Exit codes: 0 nothing to mend, 1 something to mend, 2 usage.

Examples:
  store policies check silkhouse
  store policies check ./silkhouse --json`

export function addPolicyCommands(program: Command, context: CommandContext): void {
  program
    .command('policies')
    .description('look at the policies of a shop')
    .command('check')
    .description('say what is to be mended in policies and company details')
    .argument('<shop|folder>', 'id of a shop, or a folder of store pull')
    .addHelpText('after', CHECK_HELP)
    .action((shopOrFolder: string) => checkPolicies(context, shopOrFolder))
}

/** `store policies check`: of a shop as it is now, or of a folder before it is pushed. */
async function checkPolicies(context: CommandContext, shopOrFolder: string): Promise<void> {
  const { output } = context
  const record = await readRecord(context, shopOrFolder)
  const html = Object.entries(record.policies ?? {}).flatMap(([slug, text]) =>
    checkPolicyHtml(text, record).map((problem) => ({ policy: slug, ...problem })),
  )
  const legal = legalGaps(record)
  for (const { policy, line, says } of html) output.line(`✗ ${policy}, line ${line}: ${says}.`)
  for (const { rule, says } of legal) output.line(`✗ ${rule}: ${says}.`)
  output.result({ html, legal })
  const problems = html.length + legal.length
  if (problems > 0) throw new CheckFailed(`Found ${count(problems, 'thing')} to mend.`)
  const policies = count(Object.keys(record.policies ?? {}).length, 'policy', 'policies')
  output.line(`✓ Found nothing to mend in the store record and ${policies} of its own.`)
}

async function readRecord(context: CommandContext, shopOrFolder: string): Promise<StoreRecord> {
  const path = toPath(context, shopOrFolder)
  const entry = await stat(path).catch(() => undefined)
  if (entry?.isDirectory()) return (await readStoreRecord(join(path, 'store.json'))).record
  return (await requireTenant(await context.database(), shopOrFolder)).record
}
