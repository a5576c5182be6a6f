import { problemSentence } from '../api/modules/store-checks/find-problems.ts'
import { mainLanguage } from '../api/modules/store-checks/policies.ts'
import type { StoreProblem } from '../api/modules/store-checks/problem.ts'
import type { StoreRecord } from '../api/db/store-record.ts'
import { count } from '@tanabana/contract/text.ts'
import { CommandError } from './context.ts'
import type { CommandOutput } from './output.ts'

/** How a command overrides problems: absent for one that can't. */
export interface Force {
  isGiven: boolean
  reason: string | undefined
}

/**
 * Refuses problems of a record; with `--force` and a reason, prints them instead.
 * @throws {CommandError} with every problem
 */
export function overrideProblems(
  output: Pick<CommandOutput, 'line'>,
  record: StoreRecord,
  problems: readonly StoreProblem[],
  force?: Force,
): void {
  if (problems.length === 0) return
  const sentences = problems.map((problem) => problemSentence(problem, mainLanguage(record)))
  if (!force?.isGiven) {
    const lines = sentences.map((sentence) => `  ${sentence}`).join('\n')
    const advice = force ? ', or override them with --force --reason <why>' : ''
    throw new CommandError(
      `This would publish ${count(problems.length, 'problem')}:\n${lines}\nCorrect them${advice}.`,
    )
  }
  if (!force.reason)
    throw new CommandError('Say with --reason why the problems are published: the history shows it.')
  for (const sentence of sentences) output.line(`! --force overrides: ${sentence}`)
}
