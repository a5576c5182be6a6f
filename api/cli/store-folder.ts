import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import * as z from 'zod'

import type { Tenant } from '../tenants/tenant.ts'

const PULLED = '.pulled.json'
const pulledSchema = z.object({ shop: z.string(), revision: z.string() })

/** What a folder remembers of the shop that it was pulled from. */
export type Pulled = z.output<typeof pulledSchema>

/** A short name of everything that a folder holds of a shop; another one after any change. */
export function revisionOf({ hosts, record, payee }: Tenant): string {
  return createHash('sha256').update(canonical({ hosts, record, payee })).digest('hex').slice(0, 16)
}

/** The record as `store.json`, each policy as an HTML file beside it, and the revision that they are of. */
export async function writeFolder(folder: string, tenant: Tenant): Promise<string[]> {
  const { id, hosts, payee } = tenant
  const { policies = {}, ...record } = tenant.record
  const files = Object.keys(policies).map((slug) => [slug, `policies/${slug}.html`] as const)
  await mkdir(join(folder, 'policies'), { recursive: true })
  for (const name of await readdir(join(folder, 'policies'))) {
    const isOld = /^[a-z]+\.html$/.test(name) && !files.some(([, file]) => file === `policies/${name}`)
    if (isOld) await rm(join(folder, 'policies', name))
  }
  for (const [slug, file] of files) await writeFile(join(folder, file), policies[slug] ?? '')
  const content = { id, hosts, ...record, policies: Object.fromEntries(files), ...(payee.upiId && { payee }) }
  await writeFile(join(folder, 'store.json'), `${JSON.stringify(content, null, 2)}\n`)
  await rememberRevision(folder, tenant)
  return ['store.json', ...files.map(([, file]) => file)]
}

export async function rememberRevision(folder: string, tenant: Tenant): Promise<void> {
  const pulled: Pulled = { shop: tenant.id, revision: revisionOf(tenant) }
  await writeFile(join(folder, PULLED), `${JSON.stringify(pulled)}\n`)
}

/** `undefined` for a folder that was never pulled into. */
export async function readPulled(folder: string): Promise<Pulled | undefined> {
  try {
    return pulledSchema.parse(JSON.parse(await readFile(join(folder, PULLED), 'utf8')))
  } catch {
    return undefined
  }
}

/** The same text for the same value, however its keys are ordered. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
