import type { LookupFunction } from 'node:net'
import { resolve } from 'node:path'

import type { Database } from '../api/db/index.ts'
import type { Providers } from '../api/modules/payments/providers/provider-context.ts'
import { findTenant, listTenants } from '../api/modules/tenants/find.ts'
import type { Tenant } from '../api/modules/tenants/tenant.ts'
import type { CommandOutput, Output } from './output.ts'

/** What a command works with, in a process of its own or inside the API. */
export interface CommandContext {
  /** Opens the database on first use. A command calls it before anything that can't be done twice. */
  database: () => Promise<Database>
  dataDir: string
  /** Where relative paths of the command line start. */
  cwd: string
  output: CommandOutput
  /** How payment providers are reached, with the shops' secrets; without it there are none. */
  providers?: Providers
  /** How the names of other machines are found; only those on the public internet when absent. */
  lookup?: LookupFunction
  /** Makes an edit of the shop seen at once; gives the storefronts that could not be told. */
  publish: (tenant: Tenant) => Promise<string[]>
  /** Fires when the merchant stops the command. */
  signal: AbortSignal
}

/** What the caller of a command provides; the command itself writes its results and sentences. */
export type CommandEnvironment = Omit<CommandContext, 'output'> & { output: Output }

/** Publishes an edit, and says where it will be seen later; true when it is seen at once everywhere. */
export async function publishEdit({ publish, output }: CommandContext, tenant: Tenant): Promise<boolean> {
  const untold = await publish(tenant)
  for (const origin of untold) {
    output.line(`${origin} could not be reached. It will show the edit within a minute.`)
  }
  return untold.length === 0
}

export function toPath(context: CommandContext, path: string): string {
  return resolve(context.cwd, path)
}

/** @throws {CommandError} there is no such shop; the message lists those that exist */
export async function requireTenant(db: Database, id: string): Promise<Tenant> {
  const tenant = await findTenant(db, id)
  if (tenant) return tenant
  const known = (await listTenants(db)).map((one) => one.id)
  throw new CommandError(
    known.length > 0
      ? `There is no shop "${id}". The shops are: ${known.join(', ')}.`
      : `There is no shop "${id}". Create one with: store tenant create <store.json>`,
  )
}

/** The command failed. The message gives the reason and the remedy, and is shown without a stack. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** A check found faults, which its result has already reported. */
export class CheckFailed extends CommandError {
  override name = 'CheckFailed'
}
