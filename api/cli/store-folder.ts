import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'

import * as z from 'zod'

import { FolderFileError, pathToWrite, readInFolder, removeInFolder, writeInFolder } from '../folder-files.ts'
import type { Tenant } from '../tenants/tenant.ts'
import { POLICY_FILE, RECORD_FILE } from './store-record.ts'

const PULLED = '.pulled.json'
const pulledSchema = z.object({ shop: z.string(), revision: z.string() })
const namesSchema = z.object({ policies: z.record(z.string(), z.string()) })

/** What a folder remembers of the shop that it was pulled from. */
export type Pulled = z.output<typeof pulledSchema>

/** A short name of everything that a folder holds of a shop; another one after any change. */
export function revisionOf({ hosts, record, payee }: Tenant): string {
  return createHash('sha256').update(canonical({ hosts, record, payee })).digest('hex').slice(0, 16)
}

/**
 * The record as `store.json`, each policy as an HTML file beside it, and the revision that they are of. Of the files that
 * were there, those go that `store.json` named and the shop has no more; others are not ours to take.
 * @throws {FolderFileError} a link leads out of the folder; then nothing was written
 */
export async function writeFolder(folder: string, tenant: Tenant): Promise<string[]> {
  const { id, hosts, payee } = tenant
  const { policies = {}, ...record } = tenant.record
  const files = Object.keys(policies).map((slug) => [slug, fileOf(slug)] as const)
  const isOld = (name: string) =>
    /^policies\/[a-z]+\.html$/.test(name) && !files.some(([, file]) => file === name)
  const old = (await namedFiles(folder)).filter(isOld)
  for (const file of ['store.json', PULLED, ...files.map(([, name]) => name)]) await pathToWrite(folder, file)
  for (const file of old) await removeInFolder(folder, file)
  for (const [slug, file] of files) await writeInFolder(folder, file, policies[slug] ?? '')
  const content = { id, hosts, ...record, policies: Object.fromEntries(files), ...(payee.upiId && { payee }) }
  await writeInFolder(folder, 'store.json', `${JSON.stringify(content, null, 2)}\n`)
  await rememberRevision(folder, tenant)
  return ['store.json', ...files.map(([, file]) => file)]
}

/** HTML files of policies that `store.json` does not name: no push takes them along. */
export async function unnamedFiles(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'policies')).catch(() => [])
  const named = await namedFiles(folder)
  return names
    .filter((name) => name.endsWith('.html'))
    .map((name) => `policies/${name}`)
    .filter((file) => !named.includes(file))
}

/** Unnamed files that a pull of this shop would write over with something else. */
export async function unnamedEdits(folder: string, { record }: Tenant): Promise<string[]> {
  const unnamed = await unnamedFiles(folder)
  const edits = Object.entries(record.policies ?? {}).map(async ([slug, html]) => {
    const file = fileOf(slug)
    if (!unnamed.includes(file)) return []
    const text = await readInFolder(folder, file, POLICY_FILE).catch((error: unknown) => {
      if (error instanceof FolderFileError) return undefined
      throw error
    })
    return text?.toString('utf8') === html ? [] : [file]
  })
  return (await Promise.all(edits)).flat()
}

function fileOf(slug: string): string {
  return `policies/${slug}.html`
}

/** What `store.json` names as policies; nothing where it can't be read. */
async function namedFiles(folder: string): Promise<string[]> {
  try {
    const { policies } = namesSchema.parse(await readJson(folder, 'store.json'))
    return Object.values(policies).map((file) => posix.normalize(file))
  } catch {
    return []
  }
}

export async function rememberRevision(folder: string, tenant: Tenant): Promise<void> {
  const pulled: Pulled = { shop: tenant.id, revision: revisionOf(tenant) }
  await writeInFolder(folder, PULLED, `${JSON.stringify(pulled)}\n`)
}

/** `undefined` for a folder that was never pulled into. */
export async function readPulled(folder: string): Promise<Pulled | undefined> {
  try {
    return pulledSchema.parse(await readJson(folder, PULLED))
  } catch {
    return undefined
  }
}

async function readJson(folder: string, name: string): Promise<unknown> {
  return JSON.parse((await readInFolder(folder, name, RECORD_FILE)).toString('utf8'))
}

/** The same text for the same value, however its keys are ordered. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
