import { Option, type Command } from 'commander'

import { formatOrderNumber } from '../../api/ids.ts'
import type { Queue } from '../../api/db/enqueue.ts'
import {
  findJob,
  JOB_STATES,
  listJobs,
  QUEUES,
  retryJob,
  type JobState,
  type StoredJob,
} from '../../api/jobs/stored-jobs.ts'
import { CommandError, type CommandContext } from '../context.ts'
import { count } from '@tanabana/contract/text.ts'
import { timeText } from './time-text.ts'

const LISTED_MAX = 100

const JOB_HELP = `
Examples:
  store jobs list
  store jobs list --state failed
  store jobs show 0b7f0c0e-6a55-4f0f-9a49-2d4a3a1f7c11
  store jobs retry 0b7f0c0e-6a55-4f0f-9a49-2d4a3a1f7c11

Jobs are what the API does by itself: payments asks payment providers about open payments, purges repeats purges
of pages that a storefront missed, orders handles events of orders, messages sends
what they tell, imports checks and writes catalogues that staff upload, and sweep checks each minute due payments and
unpaid orders of all shops. A job that fails is repeated; after its last attempt it is listed as failed for three days,
a sweep for one. A failed sweep is not run again: the next one does its work.`

/** `store jobs …` */
export function addJobCommands(program: Command, context: CommandContext): void {
  const commands = program.command('jobs').description('list, show and retry what the API does by itself')
  commands.addHelpText('after', JOB_HELP)
  commands
    .command('list')
    .description(`list at most ${LISTED_MAX} jobs of all shops that are not done, by the time they are due`)
    .addOption(new Option('--queue <queue>', 'only jobs of this queue').choices(QUEUES))
    .addOption(new Option('--state <state>', 'only jobs in this state').choices(JOB_STATES))
    .addHelpText('after', JOB_HELP)
    .action((options: { queue?: Queue; state?: JobState }) => showJobs(context, options))
  commands
    .command('show')
    .description('show one job')
    .argument('<job>', 'id of the job, as listed by "jobs list"')
    .addHelpText('after', JOB_HELP)
    .action((id: string) => showJob(context, id))
  commands
    .command('retry')
    .description('run a failed job again')
    .argument('<job>', 'id of the job, as listed by "jobs list"')
    .addHelpText('after', JOB_HELP)
    .action((id: string) => retry(context, id))
}

async function showJobs(
  { database, output }: CommandContext,
  options: { queue?: Queue; state?: JobState },
): Promise<void> {
  const jobs = (await listJobs(await database(), { ...options, limit: LISTED_MAX })).map(describeJob)
  for (const { id, queue, state, due, shop, order, error } of jobs) {
    const facts = [id, queue, state, timeText(due), shop, order, error]
    output.line(facts.filter((part) => part !== undefined).join('  '))
  }
  output.result(jobs)
  const shown = count(jobs.length, options.state ? `${options.state} job` : 'job')
  output.line(jobs.length < LISTED_MAX ? `${shown}.` : `The first ${shown}.`)
}

async function showJob({ database, output }: CommandContext, id: string): Promise<void> {
  const job = describeJob(await requireJob(await database(), id))
  const shown = { ...job, due: timeText(job.due), ended: job.ended && timeText(job.ended) }
  for (const [name, value] of Object.entries(shown)) {
    if (value !== undefined) output.line(`${name.padEnd(9)}${String(value)}`)
  }
  output.result(job)
}

async function retry({ database, output }: CommandContext, id: string): Promise<void> {
  const db = await database()
  const { queue } = await requireJob(db, id)
  if (queue === 'sweep')
    throw new CommandError('A sweep is not run again: the next one does its work within a minute.')
  if (!(await retryJob(db, { id, queue }))) {
    const { state } = await requireJob(db, id)
    throw new CommandError(`Job ${id} is ${state}. Only failed jobs run again.`)
  }
  output.result(describeJob(await requireJob(db, id)))
  output.line(`Job ${id} runs again within a minute while the API runs.`)
}

async function requireJob(db: Parameters<typeof findJob>[0], id: string): Promise<StoredJob> {
  const job = await findJob(db, id)
  if (job) return job
  throw new CommandError(
    `There is no job "${id}". List jobs with: store jobs list, and done ones with --state done.`,
  )
}

function describeJob({ id, queue, state, ids, due, retries, endedAt, error }: StoredJob) {
  return {
    id,
    queue,
    state,
    due: due.toISOString(),
    shop: ids.tenantId,
    order: ids.order && formatOrderNumber(ids.order),
    products: ids.products?.join(' '),
    retries,
    ended: endedAt?.toISOString(),
    error: state === 'done' ? undefined : error,
  }
}
