import { and, eq, gte, sql } from 'drizzle-orm'

import { indianDay, startOfIndianDay } from '@tanabana/contract/dates.ts'
import type { Transaction } from '../../db/index.ts'
import { moneyEntries, payments } from '../../db/schema.ts'

const DAY_MS = 24 * 60 * 60_000

/** Paise that a shop received, and the payments that brought them. */
export interface Takings {
  amount: number
  payments: number
}

/** What was received today, and in the seven days that end with it, in India. */
export async function readTakings(
  tx: Transaction,
  tenantId: string,
  now: Date,
): Promise<{ day: Takings; week: Takings }> {
  const today = startOfIndianDay(indianDay(now))
  const week = new Date(today.getTime() - 6 * DAY_MS)
  const isToday = sql`filter (where ${moneyEntries.createdAt} >= ${today.toISOString()}::timestamptz)`
  const [row] = await tx
    .select({
      day: sql`coalesce(sum(${moneyEntries.amount}) ${isToday}, 0)`.mapWith(Number),
      dayPayments: sql`count(*) ${isToday}`.mapWith(Number),
      week: sql`coalesce(sum(${moneyEntries.amount}), 0)`.mapWith(Number),
      weekPayments: sql`count(*)`.mapWith(Number),
    })
    .from(moneyEntries)
    .innerJoin(
      payments,
      and(eq(payments.tenantId, moneyEntries.tenantId), eq(payments.id, moneyEntries.paymentId)),
    )
    .where(
      and(
        eq(moneyEntries.tenantId, tenantId),
        eq(moneyEntries.kind, 'receipt'),
        eq(payments.currency, 'INR'),
        gte(moneyEntries.createdAt, week),
      ),
    )
  return {
    day: { amount: row?.day ?? 0, payments: row?.dayPayments ?? 0 },
    week: { amount: row?.week ?? 0, payments: row?.weekPayments ?? 0 },
  }
}
