import type { LookupFunction } from 'node:net'
import { resolve } from 'node:path'

import type { Database } from '../api/db/index.ts'
import type { PurgePages, PurgedProduct, PurgedShop } from '../api/purge/purge-pages.ts'
import type { Providers } from '../api/payment-providers/provider-context.ts'
import { findTenant, listTenants } from '../api/modules/tenants/find.ts'
import type { Tenant } from '../api/tenant.ts'
import type { CommandOutput, Output } from './output.ts'

/** Dependencies of a command, in a process of its own or inside the API. */
export interface CommandContext {
  /** Opens the database on first use. Commands call it before any step that cannot be repeated. */
  database: () => Promise<Database>
  dataDir: string
  /** The process serves requests meanwhile: long work lets them run. */
  servesRequests?: boolean
  /** Base of relative paths on the command line. */
  cwd: string
  output: CommandOutput
  /** Payment providers with the shops' secrets; absent when none is configured. */
  providers?: Providers
  /** Secrets of the environment that sign payment links, the current one first; else that of `dataDir` does. */
  paymentSecrets?: string[]
  /** Resolver of host names; by default, only addresses on the public internet. */
  lookup?: LookupFunction
  /** Purges the pages of the shop, or of some products; returns the storefronts that could not be reached. */
  purge: PurgePages
  /** The system's user who runs the command, where it is known. */
  user?: string | undefined
  /** Aborts when the merchant stops the command. */
  signal: AbortSignal
}

/** The part of the context that the caller of a command provides. */
export type CommandEnvironment = Omit<CommandContext, 'output'> & { output: Output }

/**
 * Purges the pages of the shop, or of some products, after an edit. Prints the storefronts that show it later; true when
 * all show it at once.
 */
export async function purgeEdit(
  { purge, output }: CommandContext,
  shop: PurgedShop,
  products?: readonly PurgedProduct[],
): Promise<boolean> {
  const unreachable = await purge(shop, products)
  for (const origin of unreachable) {
    output.line(`${origin} could not be reached. It will show the edit within a minute.`)
  }
  return unreachable.length === 0
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
      : `There is no shop "${id}". Create one with: store shop create <store.json>`,
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
