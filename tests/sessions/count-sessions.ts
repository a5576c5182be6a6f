import fc from 'fast-check'

import { SITUATIONS, runSession, type Situation } from './run-session.ts'
import type { Shop } from './shop.ts'
import { sessions, type Session } from './steps.ts'
import { RULES, type Rule } from './violations.ts'

export interface SessionCounts {
  sessions: number
  inHindi: number
  /** Sessions that made an order at least. */
  withOrder: number
  orders: number
  /** Orders that broke each rule. */
  violations: Record<Rule, number>
  /** Sessions that met each situation. */
  situations: Record<Situation, number>
  /** The first session that broke each rule: its place under its seed. */
  firsts: Partial<Record<Rule, { seed: number; place: number }>>
}

export const NO_SESSIONS: SessionCounts = {
  ...{ sessions: 0, inHindi: 0, withOrder: 0, orders: 0 },
  violations: zeros(Object.keys(RULES) as Rule[]),
  situations: zeros(SITUATIONS),
  firsts: {},
}

/** Runs so many generated sessions, one after the other, and counts what their orders are worth. */
export async function countSessions(
  shop: Shop,
  seed: number,
  count: number,
  tell: (done: number) => void = () => undefined,
): Promise<SessionCounts> {
  const counts = structuredClone(NO_SESSIONS)
  const property = fc.asyncProperty(sessions, async (session) => {
    const { orders, violations, situations } = await runSession(shop, session)
    for (const rule of violations) {
      counts.violations[rule] += 1
      counts.firsts[rule] ??= { seed, place: counts.sessions }
    }
    for (const situation of situations) counts.situations[situation] += 1
    counts.sessions += 1
    if (session.language === 'hi') counts.inHindi += 1
    if (orders > 0) counts.withOrder += 1
    counts.orders += orders
    tell(counts.sessions)
  })
  await fc.assert(property, { seed, numRuns: count })
  return counts
}

export function addCounts(one: SessionCounts, other: SessionCounts): SessionCounts {
  return {
    sessions: one.sessions + other.sessions,
    inHindi: one.inHindi + other.inHindi,
    withOrder: one.withOrder + other.withOrder,
    orders: one.orders + other.orders,
    violations: sums(one.violations, other.violations),
    situations: sums(one.situations, other.situations),
    firsts: { ...other.firsts, ...one.firsts },
  }
}

/** The shortest session that can be found to break the rule as the one at this place does. */
export async function shortestSession(
  shop: Shop,
  rule: Rule,
  { seed, place }: { seed: number; place: number },
  withinMs: number,
): Promise<Session | undefined> {
  const property = fc.asyncProperty(sessions, async (session) => {
    const { violations } = await runSession(shop, session)
    return !violations.includes(rule)
  })
  const { counterexample } = await fc.check(property, {
    seed,
    path: String(place),
    numRuns: 1,
    interruptAfterTimeLimit: withinMs,
  })
  return counterexample?.[0]
}

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
}

function sums<Name extends string>(
  one: Record<Name, number>,
  other: Record<Name, number>,
): Record<Name, number> {
  const names = Object.keys(one) as Name[]
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as Record<Name, number>
}
