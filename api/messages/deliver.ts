import { and, asc, eq } from 'drizzle-orm'

import { enqueue, withTenant, type Database, type Transaction } from '../db/index.ts'
import type { JobIds } from '../db/enqueue.ts'
import { messages } from '../db/schema.ts'
import { describeFailure } from '../errors.ts'
import type { Log } from '../http/log.ts'
import { createPseudonym } from '../http/pseudonym.ts'
import { findTenant } from '../modules/tenants/find.ts'
import { addBouncedAddress, hasBounced } from './bounced-addresses.ts'
import type { Channel, Channels, Message, Outcome } from './channel.ts'
import { readMessage } from './read-message.ts'
import type { MessageConfig } from './shop-facts.ts'

export interface MessageServices {
  db: Database
  config: MessageConfig
  paymentSecrets: string[]
  channels: Channels
  log: Log
  now: () => Date
}

type MessageRow = typeof messages.$inferSelect

/** An outcome, or a message that has nothing to say any more. */
type End = Outcome | { state: 'skipped'; reason: string }

/** Time for one attempt, with connection and TLS. */
const ATTEMPT_MS = 25_000
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 60 * 60_000
/** With the pauses between them they take 3 days; then a message is given up. */
const ATTEMPTS_MAX = 80
/** The clocks of database and process may differ by so much. */
const CLOCK_MS = 5000
const FIRST_REST_MS = 2000
const LONGEST_REST_MS = 30_000
const REASON_MAX = 300

const RESTING: End = { state: 'later', reason: 'The receiver could not be reached a moment ago.' }

/** Receivers that could not be reached, by channel and endpoint: for a while their messages wait for no timeout each. */
export type Rests = Map<string, { until: number; restMs: number }>

/**
 * Sends the messages of a stream that are due, one after the other, outside of transactions, and records what became of
 * each. One that has to wait is followed by no other: a job comes back for it. A crash between sending and recording
 * sends a message again, with the same id.
 */
export async function deliverMessages(
  services: MessageServices,
  rests: Rests,
  job: JobIds<'messages'>,
  signal: AbortSignal,
): Promise<void> {
  while (await deliverNext(services, rests, job, signal)) if (signal.aborted) return
}

/** Returns whether the next message of the stream may follow. */
async function deliverNext(
  services: MessageServices,
  rests: Rests,
  job: JobIds<'messages'>,
  signal: AbortSignal,
): Promise<boolean> {
  const row = await findNext(services.db, job)
  if (!row) return false
  const now = services.now().getTime()
  if (row.dueAt.getTime() > now + CLOCK_MS) {
    await comeBack(services.db, row)
    return false
  }
  const isResting = (rests.get(receiverOf(row))?.until ?? 0) > now
  const end = isResting ? RESTING : await deliver(services, row, signal)
  // A process that stops says nothing about the receiver.
  if (end.state === 'later' && signal.aborted) return false
  if (!isResting) noteRest(rests, row, end, services.now())
  return record(services, row, end)
}

/** The first message of the stream that is not finished. */
function findNext(db: Database, { tenantId, stream }: JobIds<'messages'>): Promise<MessageRow | undefined> {
  return withTenant(db, tenantId, async (tx) => {
    const [row] = await tx
      .select()
      .from(messages)
      .where(and(eq(messages.tenantId, tenantId), eq(messages.stream, stream), eq(messages.state, 'waiting')))
      .orderBy(asc(messages.position))
      .limit(1)
    return row
  })
}

async function deliver(
  services: MessageServices,
  row: MessageRow,
  signal: AbortSignal,
): Promise<End & { bouncedAddress?: string }> {
  const open = services.channels[row.channel]
  if (!open) return { state: 'refused', reason: `The channel ${row.channel} is not configured.` }
  const tenant = await findTenant(services.db, row.tenantId)
  if (!tenant) return { state: 'skipped', reason: 'The shop is gone.' }
  const channel = await open()
  const message = await withTenant(services.db, row.tenantId, (tx) => readMessage(tx, services, tenant, row))
  if ('skipped' in message) return { state: 'skipped', reason: message.skipped }
  const address = channel.addressOf(message)
  if (address === undefined) return { state: 'skipped', reason: 'There is no address.' }
  const digest = createPseudonym(services.paymentSecrets[0] ?? '')(row.tenantId, row.channel, address)
  if (await hasBounced(services.db, row.tenantId, digest))
    return {
      ...{ state: 'skipped', reason: 'An earlier message to this address bounced.' },
      bouncedAddress: digest,
    }
  const outcome = await attempt(services, channel, message, signal)
  return outcome.state === 'bounced' ? { ...outcome, bouncedAddress: digest } : outcome
}

async function attempt(
  { log }: MessageServices,
  channel: Channel,
  message: Message,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    return await channel.send(message, AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]))
  } catch (error) {
    const failure = describeFailure(error)
    if (!signal.aborted)
      log({
        level: 'error',
        event: 'message failed',
        kind: message.kind,
        tenant: message.shop.id,
        ...failure,
      })
    return { state: 'later', reason: failure.error }
  }
}

/** Writes what became of a message. Returns whether it is finished, so that the next one follows. */
async function record(
  { db, log, now }: MessageServices,
  row: MessageRow,
  end: End & { bouncedAddress?: string },
): Promise<boolean> {
  const attempts = row.attempts + (end.state === 'skipped' ? 0 : 1)
  const at = now()
  const error = 'reason' in end ? end.reason.slice(0, REASON_MAX) : null
  if (end.state === 'later' && attempts < ATTEMPTS_MAX) {
    const dueAt = new Date(at.getTime() + pauseAfter(attempts))
    await withTenant(db, row.tenantId, async (tx) => {
      await update(tx, row, { attempts, error, dueAt })
      await enqueue(tx, 'messages', jobOf(row), dueAt)
    })
    return false
  }
  const state = end.state === 'later' ? 'refused' : end.state
  if (state === 'refused' || state === 'bounced')
    log({
      level: 'warn',
      event: 'message',
      tenant: row.tenantId,
      message: row.id,
      kind: row.kind,
      state,
      error,
    })
  const { bouncedAddress = null } = end
  await withTenant(db, row.tenantId, async (tx) => {
    await update(tx, row, { state, attempts, error, endedAt: at, bouncedAddress })
    if (bouncedAddress !== null) await addBouncedAddress(tx, row.tenantId, bouncedAddress, at)
  })
  return true
}

/** The job that ran may have been the one for this time: adds another. */
async function comeBack(db: Database, row: MessageRow): Promise<void> {
  await withTenant(db, row.tenantId, (tx) => enqueue(tx, 'messages', jobOf(row), row.dueAt))
}

async function update(
  tx: Transaction,
  { tenantId, id }: MessageRow,
  values: Partial<typeof messages.$inferInsert>,
): Promise<void> {
  await tx
    .update(messages)
    .set(values)
    .where(and(eq(messages.tenantId, tenantId), eq(messages.id, id), eq(messages.state, 'waiting')))
}

function noteRest(rests: Rests, row: MessageRow, end: End, now: Date): void {
  const receiver = receiverOf(row)
  if (end.state !== 'later' || !end.isUnreachable) {
    if (end.state !== 'skipped') rests.delete(receiver)
    return
  }
  const before = rests.get(receiver)?.restMs
  const restMs = before === undefined ? FIRST_REST_MS : Math.min(2 * before, LONGEST_REST_MS)
  rests.set(receiver, { until: now.getTime() + restMs, restMs })
}

function receiverOf({ channel, endpoint, tenantId }: MessageRow): string {
  return endpoint === '' ? channel : `${channel}/${tenantId}/${endpoint}`
}

function jobOf({ tenantId, orderNumber, stream }: MessageRow): JobIds<'messages'> {
  return { tenantId, ...(orderNumber !== null && { order: orderNumber }), stream }
}

/** 10 s, 20 s, 40 s … up to an hour. */
function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_PAUSE_MS)
}
