import { runCommand } from '../../cli/run.ts'
import type { CommandEnvironment } from '../../cli/context.ts'
import type { Output } from '../../cli/output.ts'
import type { Database } from '../../api/db/index.ts'
import { SECRET } from '../kit/api/store.ts'

export interface Said {
  exitCode: number
  lines: string[]
  problems: string[]
}

export function listeningOutput(): Output & { lines: string[]; problems: string[] } {
  const lines: string[] = []
  const problems: string[] = []
  return {
    lines,
    problems,
    line: (text) => lines.push(text),
    data: (text) => lines.push(text),
    problem: (text) => problems.push(text),
    progress: () => undefined,
  }
}

/** Runs a command line in this process, as the API does for a merchant. */
export async function run(db: Database, cwd: string, ...argv: string[]): Promise<Said> {
  return runWith({}, db, cwd, ...argv)
}

/** Like it, with changes to the context of the command. */
export async function runWith(
  environment: Partial<CommandEnvironment>,
  db: Database,
  cwd: string,
  ...argv: string[]
): Promise<Said> {
  const output = listeningOutput()
  const exitCode = await runCommand(argv, {
    database: async () => db,
    dataDir: 'memory://',
    cwd,
    paymentSecrets: [SECRET],
    purge: async () => [],
    output,
    signal: new AbortController().signal,
    ...environment,
  })
  return { exitCode, lines: output.lines, problems: output.problems }
}
