import { isDeepStrictEqual } from 'node:util'

import type { Tenant } from '../../api/tenant.ts'

const SHOWN_MAX = 60

/** Differences between two versions of a shop: texts by line, other fields by value. */
export function differencesOf(before: Tenant, after: Tenant): { field: string; says: string }[] {
  const [one, other] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((field) => {
    const [old, next] = [one.get(field), other.get(field)]
    return isDeepStrictEqual(old, next) ? [] : [{ field, says: describe(old, next) }]
  })
}

function fieldsOf({ hosts, payee, record }: Tenant): Map<string, unknown> {
  const { policies = {}, ...rest } = record
  const named = { hosts, payee: payee.upiId ? payee : undefined, ...rest }
  const fields = Object.entries(named).filter(([, value]) => value !== undefined)
  return new Map<string, unknown>([
    ...fields,
    ...Object.entries(policies).map(([slug, html]) => [`policies.${slug}`, html] as const),
  ])
}

function describe(old: unknown, next: unknown): string {
  if (typeof old === 'string' && typeof next === 'string' && `${old}${next}`.includes('\n')) {
    const [before, after] = [old.split('\n'), next.split('\n')]
    const added = after.filter((line) => !before.includes(line)).length
    const removed = before.filter((line) => !after.includes(line)).length
    return `${added} lines added, ${removed} removed`
  }
  return `${short(old)} → ${short(next)}`
}

function short(value: unknown): string {
  if (value === undefined) return 'nothing'
  const json = JSON.stringify(value)
  return json.length > SHOWN_MAX ? `${json.slice(0, SHOWN_MAX)}…` : json
}
