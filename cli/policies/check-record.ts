import type { StoreRecord } from '../../api/db/store-record.ts'
import { CommandError } from '../context.ts'
import type { CommandOutput } from '../output.ts'
import { checkPolicyHtml, RANKS, type PolicyProblem } from './check-html.ts'

/** A problem of a policy, which is named as `about`, or `about (hi)` for its translation. */
export interface RecordProblem extends PolicyProblem {
  policy: string
}

/** Checks every policy of a shop and their translations, what breaks first. `hosts` are the shop's own. */
export function checkRecord(record: StoreRecord, hosts: readonly string[]): RecordProblem[] {
  const problems = policiesOf(record).flatMap(({ policy, html }) =>
    checkPolicyHtml(html, record, hosts).map((problem) => ({ policy, ...problem })),
  )
  return RANKS.flatMap((rank) => problems.filter((problem) => problem.rank === rank))
}

export function problemLine({ policy, line, says }: RecordProblem): string {
  return `${policy}, line ${line}: ${says}.`
}

/**
 * Refuses policies that would break their page and that the shop does not have already; with `isForced`, prints them
 * instead.
 * @throws {CommandError} with every such policy
 */
export function refuseBrokenPages(
  output: Pick<CommandOutput, 'line'>,
  record: StoreRecord,
  { known, force }: { known?: StoreRecord | undefined; force?: { isGiven: boolean } } = {},
): void {
  const stored = new Set(known ? policiesOf(known).map(({ policy, html }) => `${policy} ${html}`) : [])
  const changed = policiesOf(record).filter(({ policy, html }) => !stored.has(`${policy} ${html}`))
  const broken = changed.flatMap(({ policy, html }) =>
    checkPolicyHtml(html, record)
      .filter(({ rank }) => rank === 'breaks')
      .map((problem) => problemLine({ policy, ...problem })),
  )
  if (broken.length === 0) return
  if (force?.isGiven) {
    for (const line of broken) output.line(`! --force overrides: ${line}`)
    return
  }
  const lines = broken.map((line) => `  ${line}`).join('\n')
  throw new CommandError(
    `Policies would break their pages:\n${lines}\nCorrect them${force ? ', or override this with --force' : ''}.`,
  )
}

function policiesOf({ policies = {}, translations = {} }: StoreRecord): { policy: string; html: string }[] {
  const translated = Object.entries(translations).flatMap(([language, { policies: own = {} }]) =>
    Object.entries(own).map(([slug, html]) => ({ policy: `${slug} (${language})`, html })),
  )
  return [...Object.entries(policies).map(([slug, html]) => ({ policy: slug, html })), ...translated]
}
