import { readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'

import * as z from 'zod'

import {
  FolderFileError,
  pathToWrite,
  readInFolder,
  removeInFolder,
  writeInFolder,
} from '../../api/folder-files.ts'
import { versionOf } from '../../api/content-version.ts'
import type { Tenant } from '../../api/tenant.ts'
import { POLICY_FILE, RECORD_FILE } from './store-record.ts'

const PULLED = '.pulled.json'
const pulledSchema = z.object({ shop: z.string(), revision: z.string() })
const namesSchema = z.object({ policies: z.record(z.string(), z.string()) })

/** State of the shop at the last pull. */
export type Pulled = z.output<typeof pulledSchema>

/** A hash of everything that a folder holds of a shop. */
export function revisionOf({ hosts, record, payee }: Tenant): string {
  return versionOf({ hosts, record, payee })
}

/**
 * Writes the store info as `store.json`, each policy as an HTML file, and the revision. Deletes files that the old
 * `store.json` named and the shop no longer has; leaves all others.
 * @throws {FolderFileError} a link leads out of the folder; nothing was written
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

/** HTML policy files that `store.json` does not name and a push would skip. */
export async function unnamedFiles(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'policies')).catch(() => [])
  const named = await namedFiles(folder)
  return names
    .filter((name) => name.endsWith('.html'))
    .map((name) => `policies/${name}`)
    .filter((file) => !named.includes(file))
}

/** Unnamed files that a pull of this shop would overwrite with other content. */
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

/** Policy files that `store.json` names; none when it cannot be read. */
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

/** The state of the last pull; `undefined` for a folder without one. */
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
