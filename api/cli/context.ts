import type { LookupFunction } from 'node:net'
import { resolve } from 'node:path'

import { findTenant, listTenants } from '../tenants/find.ts'
import { CommandError } from './command-error.ts'
import type { Database } from '../db/index.ts'
import type { Gateways } from '../payments/providers/gateways.ts'
import type { Tenant } from '../tenants/tenant.ts'
import type { CommandOutput, Output } from './output.ts'

/** Dependencies of a command, in its own process or inside the API. */
export interface CommandContext {
  /** Opens the database on first use. Call it before any step that must not repeat. */
  database: () => Promise<Database>
  dataDir: string
  /** Base of relative paths on the command line. */
  cwd: string
  output: CommandOutput
  /** Payment gateways with the shops' secrets; absent for none. */
  gateways?: Gateways
  /** Resolves host names; by default only to addresses on the public internet. */
  lookup?: LookupFunction
  /** Publishes an edit of the shop; returns the storefronts that did not accept it. */
  publish: (tenant: Tenant) => Promise<string[]>
  /** Aborts when the merchant stops the command. */
  signal: AbortSignal
}

/** Context that the caller provides, with raw output instead of results. */
export type CommandEnvironment = Omit<CommandContext, 'output'> & { output: Output }

/** Publishes an edit and reports storefronts that show it later; true when all show it at once. */
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
