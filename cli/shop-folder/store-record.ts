import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type * as z from 'zod'

import { FolderFileError, readInFolder } from '../../api/folder-files.ts'
import type { FileKind } from '../../api/folder-files.ts'
import { refuseLargeRecord } from '../../api/modules/tenants/record-size.ts'
import type { Payee, Tenant } from '../../api/tenant.ts'
import type { StoreRecord } from '../../api/db/store-record.ts'
import { POLICY_MAX_BYTES } from '@tanabana/contract/policy-rules.ts'
import { escapeControlCharacters } from '@tanabana/contract/text.ts'
import { CommandError } from '../context.ts'
import { ID_HELP, recordSchema } from '../../api/modules/store-checks/record-schema.ts'

export const RECORD_FILE: FileKind = { extensions: ['.json'], maxBytes: 1024 * 1024 }
export const POLICY_FILE: FileKind = { extensions: ['.html', '.htm'], maxBytes: POLICY_MAX_BYTES }

/** A shop from a store info file. Hosts and payee are optional in the file. */
export interface StoreFile {
  /** Id from the file, or derived from the shop's name. */
  id: string
  hosts?: string[] | undefined
  record: StoreRecord
  payee?: Payee | undefined
}

/**
 * Reads the store info file that the merchant names, and the policies that it names in its folder. `hosts` replaces
 * those of the file.
 * @throws {CommandError} with every invalid field
 * @throws {RecordTooLargeError}
 */
export async function readStoreRecord(path: string, hosts: readonly string[] = []): Promise<StoreFile> {
  const bytes = await readFile(path).catch(() => {
    throw new CommandError(`There is no store info file ${path}. Check the path.`)
  })
  return toStoreFile(bytes, path, hosts)
}

/**
 * Reads the `store.json` of a folder and its policies, all inside the folder.
 * @throws {CommandError} with every invalid field
 * @throws {RecordTooLargeError}
 */
export async function readStoreFolder(folder: string): Promise<StoreFile> {
  const path = join(folder, 'store.json')
  const bytes = await readInFolder(folder, 'store.json', RECORD_FILE).catch((error: unknown) => {
    if (!(error instanceof FolderFileError)) throw error
    throw new CommandError(
      error.refusal === 'missing'
        ? `There is no store info file ${path}. Check the path.`
        : `The store info can't be read: ${error.message}. Put the file itself there.`,
    )
  })
  return toStoreFile(bytes, path, [])
}

/**
 * Reads the shop from its folder. Without hosts, the stored ones remain; without a payee, the shop has none.
 * @throws {CommandError} the folder belongs to another shop
 */
export async function readFolder(folder: string, known: Tenant): Promise<Tenant> {
  const { id, hosts, record, payee } = await readStoreFolder(folder)
  if (id !== known.id) {
    throw new CommandError(`${join(folder, 'store.json')} belongs to the shop ${id}, not to ${known.id}.`)
  }
  return {
    ...known,
    hosts: hosts ?? known.hosts,
    record,
    payee: payee ?? { upiId: '', name: known.payee.name },
  }
}

async function toStoreFile(bytes: Buffer, path: string, hosts: readonly string[]): Promise<StoreFile> {
  const content = parseJson(toText(bytes, path), path)
  const chosen = hosts.length > 0 && typeof content === 'object' ? { ...content, hosts } : content
  const { policies, ...file } = parseRecord(chosen, path)
  const folder = dirname(path)
  const record = {
    ...file.record,
    policies: await readPolicies(policies, folder, 'policies'),
    ...(file.record.translations && {
      translations: await readTranslations(file.record.translations, folder),
    }),
  }
  refuseLargeRecord(record)
  return { ...file, record }
}

/** Replaces the files of translated policies by their HTML. */
async function readTranslations(
  translations: NonNullable<StoreRecord['translations']>,
  folder: string,
): Promise<StoreRecord['translations']> {
  const read = Object.entries(translations).map(async ([language, { policies, ...rest }]) => {
    const field = `translations.${language}.policies`
    return [
      language,
      { ...rest, ...(policies && { policies: await readPolicies(policies, folder, field) }) },
    ] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

/**
 * Parses a store info with inline policies.
 * @throws {CommandError} with every invalid field
 */
export function parseRecord(
  content: unknown,
  path: string,
): StoreFile & { policies: Partial<Record<string, string>> } {
  const result = recordSchema.safeParse(content)
  if (!result.success) {
    const mistakes = result.error.issues.map((issue) => `  ${escapeControlCharacters(describeIssue(issue))}`)
    throw new CommandError(`The store info ${path} has mistakes:\n${mistakes.join('\n')}`)
  }
  const { id = toId(result.data.storeName), hosts: ownHosts, payee, policies, ...record } = result.data
  return {
    id,
    hosts: ownHosts && [...new Set(ownHosts)],
    record,
    policies: policies ?? {},
    payee,
  }
}

async function readPolicies(
  policies: Readonly<Partial<Record<string, string>>>,
  folder: string,
  field: string,
): Promise<Record<string, string>> {
  const read = Object.entries(policies).map(async ([slug, value = '']) => {
    if (value.includes('<')) return [slug, value] as const
    const bytes = await readInFolder(folder, value, POLICY_FILE).catch((error: unknown) => {
      if (!(error instanceof FolderFileError)) throw error
      const advice =
        error.refusal === 'size'
          ? 'Shorten it.'
          : `Give the path of an HTML file in the folder of the store info, such as policies/${slug}.html, or HTML.`
      throw new CommandError(`${field}.${slug}: ${error.message}. ${advice}`)
    })
    return [slug, toText(bytes, join(folder, value))] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

function toText(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandError(`${path} is not in UTF-8. Save it in UTF-8.`)
  }
}

function parseJson(json: string, path: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new CommandError(
      `${path} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const place = issue.path.length > 0 ? ` in ${issue.path.map(String).join('.')}` : ''
    return `${issue.keys.join(', ')}: no such field${place}; correct or remove it`
  }
  return `${issue.path.map(String).join('.') || 'file'}: ${issue.message}`
}

function toId(storeName: string): string {
  const id = storeName
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
    .slice(0, 40)
    .replace(/-$/, '')
  if (id) return id
  throw new CommandError(`Give the shop an "id" in its store info: ${ID_HELP}.`)
}
