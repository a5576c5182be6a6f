import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'

import { FolderFileError, readInFolder } from '../../api/folder-files.ts'
import type { FileKind } from '../../api/folder-files.ts'
import type { Payee, StoreRecord } from '../../api/modules/tenants/tenant.ts'
import { capabilitySchema, GOOGLE_TAG_ID } from '../../src/lib/contract/store-info.ts'
import { escapeControlCharacters } from '../../src/lib/contract/text.ts'
import { CommandError } from '../context.ts'
import { themeField } from './theme-field.ts'

/** Size guides of a store record file; src/lib/contract/store-info.ts reads them. */

const NAME_HELP = 'write a name'
const CELL_HELP = 'write centimetres as a number, or as a text such as "86-90"'
const COLUMNS_HELP = 'name a column for the sizes and at least one for measures'
const ROWS_HELP = 'write a size and one measure per further column in every row'

const requiredText = z.string().trim().min(1, NAME_HELP)
const measure = z.union([z.number().positive(CELL_HELP), z.string().trim().min(1, CELL_HELP)], CELL_HELP)

const sizeGuidesField = z
  .array(
    z
      .strictObject({
        name: requiredText,
        categories: z.array(requiredText).min(1, 'name the categories that the guide is for'),
        columns: z.array(requiredText).min(2, COLUMNS_HELP),
        rows: z.array(z.array(measure)).min(1, ROWS_HELP),
        note: requiredText.optional(),
      })
      .refine(({ columns, rows }) => rows.every(({ length }) => length === columns.length), ROWS_HELP),
  )
  .optional()

/** Legal disclosures in a store record file; src/lib/contract/store-info.ts reads them. */

const DAYS_HELP = 'write whole days from 0 to 365'
const SPAN_HELP = 'write a min that is at most max'
const CONTACT_HELP = 'give an email address or a phone number'
const GSTIN_HELP = 'write the 15 characters of a GSTIN, such as 08AAAAA0000A1Z5'

const optionalText = z.string().trim().min(1, 'write something, or leave it out').optional()
const contact = z
  .strictObject({
    name: optionalText,
    designation: optionalText,
    email: z.email('write an email address, such as care@silkhouse.in').optional(),
    phone: optionalText,
    hours: optionalText,
    address: optionalText,
  })
  .refine(({ email, phone }) => email !== undefined || phone !== undefined, CONTACT_HELP)
const days = z.int(DAYS_HELP).min(0, DAYS_HELP).max(365, DAYS_HELP)
const daySpan = z.strictObject({ min: days, max: days }).refine(({ min, max }) => min <= max, SPAN_HELP)

const trustFields = {
  companyRegistration: optionalText,
  gstin: z
    .string()
    .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/, GSTIN_HELP)
    .optional(),
  consumerCare: contact.optional(),
  grievanceOfficer: contact.optional(),
  manufacturer: optionalText,
  countryOfOrigin: optionalText,
  regularPriceIsMrp: z.boolean().optional(),
  returnPolicy: z
    .strictObject({ days, fees: z.enum(['free', 'customer'], 'write "free" or "customer"') })
    .optional(),
  shippingPolicy: z.strictObject({ handlingDays: daySpan, transitDays: daySpan }).optional(),
}

export const RECORD_FILE: FileKind = { extensions: ['.json'], maxBytes: 1024 * 1024 }
export const POLICY_FILE: FileKind = { extensions: ['.html', '.htm'], maxBytes: 256 * 1024 }

const POLICY_SLUGS = ['terms', 'privacy', 'refund', 'return', 'shipping', 'about'] as const

const ID_HELP = 'use 1 to 40 lowercase letters, digits and dashes, such as silk-house'
const HOST_HELP = 'write only a host name, such as www.silkhouse.in, without http:// and port'
const IMAGE_HELP = 'write an address that begins with https://, http:// or /'
const GOOGLE_TAG_HELP =
  'write the measurement id of Google Analytics, such as G-AB12CD34EF, or of Google Ads, such as AW-123456789'
const UPI_HELP = 'write a UPI id such as silkhouse@okbank'
/** A week. */
const CONFIRMS_WITHIN_HOURS_MAX = 168
const HOURS_HELP = `write whole hours from 1 to ${CONFIRMS_WITHIN_HOURS_MAX}`

const host = z
  .string()
  .transform((name) => name.trim().toLowerCase())
  .refine((name) => /^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/.test(name), HOST_HELP)
const image = z.string().regex(/^(https?:\/\/\S|\/(?![/\\]))/, IMAGE_HELP)
const text = z.string().trim()

const recordSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, ID_HELP)
    .optional(),
  hosts: z.array(host).min(1, 'name at least one host').optional(),
  storeName: text.min(1, 'give the shop a name'),
  companyName: text.optional(),
  companyAddress: text.optional(),
  companyEmail: z.email('write an email address, such as care@silkhouse.in').optional(),
  companyPhone: text.optional(),
  companyLogoUrl: image.optional(),
  description: text.optional(),
  language: z.enum(['en', 'hi'], 'write "en" or "hi"').optional(),
  categories: z.array(text.min(1, 'give every category a name')).default([]),
  categoryImages: z.record(z.string(), image).optional(),
  heroImages: z.strictObject({ wide: image, tall: image }).optional(),
  policies: z.partialRecord(z.enum(POLICY_SLUGS), z.string()).optional(),
  theme: themeField,
  capabilities: z.array(z.enum(capabilitySchema.options)).optional(),
  paymentHosts: z.array(host).optional(),
  analytics: z.strictObject({ googleTagId: z.string().regex(GOOGLE_TAG_ID, GOOGLE_TAG_HELP) }).optional(),
  sizeGuides: sizeGuidesField,
  ...trustFields,
  payee: z
    .strictObject({
      upiId: z.string().regex(/^[\w.-]{2,256}@[a-z][a-z0-9]{1,63}$/i, UPI_HELP),
      name: text.min(1),
      confirmsWithinHours: z
        .int(HOURS_HELP)
        .min(1, HOURS_HELP)
        .max(CONFIRMS_WITHIN_HOURS_MAX, HOURS_HELP)
        .optional(),
    })
    .transform(({ confirmsWithinHours, ...payee }) => ({
      ...payee,
      ...(confirmsWithinHours !== undefined && { confirmsWithinHours }),
    }))
    .optional(),
})

/** A shop from a store record file. Hosts and payee are optional in the file. */
export interface StoreFile {
  /** Id from the file, or derived from the shop's name. */
  id: string
  hosts?: string[] | undefined
  record: StoreRecord
  payee?: Payee | undefined
}

/**
 * Reads the store record file that the merchant names, and the policies that it names in its folder. `hosts` replaces
 * those of the file.
 * @throws {CommandError} with every invalid field
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

async function toStoreFile(bytes: Buffer, path: string, hosts: readonly string[]): Promise<StoreFile> {
  const content = parseJson(toText(bytes, path), path)
  const given = hosts.length > 0 && typeof content === 'object' ? { ...content, hosts } : content
  const { policies, ...file } = parseRecord(given, path)
  return { ...file, record: { ...file.record, policies: await readPolicies(policies, dirname(path)) } }
}

/**
 * Parses a store record with inline policies.
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
): Promise<Record<string, string>> {
  const read = Object.entries(policies).map(async ([slug, value = '']) => {
    if (value.includes('<')) return [slug, value] as const
    const bytes = await readInFolder(folder, value, POLICY_FILE).catch((error: unknown) => {
      if (!(error instanceof FolderFileError)) throw error
      throw new CommandError(
        `policies.${slug}: ${error.message}. Give the path of an HTML file in the folder of the store info, such as policies/${slug}.html, or HTML.`,
      )
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
