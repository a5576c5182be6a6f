import { ConfigError } from '@tanabana/node/environment.ts'
import type { Tenant } from '../tenant.ts'
import { hasSandbox } from './has-sandbox.ts'
import { SANDBOX } from './sandbox.ts'
import { createProviderCall, ProviderError, type ProviderCall } from './provider-call.ts'
import type { ProviderContext, ProviderSecrets } from './provider.ts'
import type { AccountProvider, PaymentAccount } from '../db/json-columns.ts'
import { PROVIDERS, type ProviderName } from './registry.ts'
import { readSecretsFile } from './secrets-file.ts'

/** A shop's account lacks secrets. The message names them for the operator. */
class SecretsMissingError extends Error {
  override name = 'SecretsMissingError'
}

/** Whether the cause is a provider without a response or a missing setting, so that a retry may help. */
export function isProviderFailure(error: unknown): error is Error {
  return (
    error instanceof ProviderError || error instanceof SecretsMissingError || error instanceof ConfigError
  )
}

export interface Providers {
  call: ProviderCall
  secretsOf(tenantId: string, provider: AccountProvider): Promise<ProviderSecrets>
}

/** Reads the secrets file on each use, so that secrets rotate without a restart. */
export function createProviders(
  options: { secretsFile?: string | undefined; call?: ProviderCall } = {},
): Providers {
  const { secretsFile, call = createProviderCall() } = options
  return {
    call,
    async secretsOf(tenantId, provider) {
      const file = secretsFile === undefined ? {} : await readSecretsFile(secretsFile)
      return Object.hasOwn(file, tenantId) ? (file[tenantId]?.[provider] ?? {}) : {}
    },
  }
}

/** Provider for new payments of a shop: its first account, else the sandbox if enabled. */
export function currentProvider(
  tenant: Pick<Tenant, 'paymentAccounts' | 'hosts'>,
  config: { sandbox: boolean },
): ProviderName | undefined {
  return tenant.paymentAccounts?.[0]?.provider ?? (hasSandbox(tenant, config) ? SANDBOX : undefined)
}

/**
 * The provider's context for a shop; `undefined` when the shop has no account there. The sandbox needs the shop's
 * hosts.
 * @throws {SecretsMissingError} a secret of the account is not set
 */
export async function getProviderContext(
  services: { providers: Providers; paymentSecrets: string[]; now: () => Date; config: { sandbox: boolean } },
  tenant: Pick<Tenant, 'id' | 'paymentAccounts'> & Partial<Pick<Tenant, 'hosts'>>,
  name: ProviderName,
): Promise<ProviderContext | undefined> {
  const { providers, paymentSecrets, now, config } = services
  if (name === SANDBOX) {
    if (!hasSandbox(tenant, config)) return undefined
    const account = { id: tenant.id, mode: 'test' as const }
    return { account, secrets: { payment: paymentSecrets }, call: providers.call, now: now() }
  }
  const account = tenant.paymentAccounts?.find(({ provider }) => provider === name)
  if (!account) return undefined
  const secrets = await providers.secretsOf(tenant.id, name)
  const missing = missingSecrets(account, secrets)
  if (missing.length > 0) {
    throw new SecretsMissingError(
      `The shop ${tenant.id} takes payments through ${name}, but the file of PAYMENT_PROVIDER_SECRETS_FILE does not give ` +
        `${missing.map((secret) => `${tenant.id}.${name}.${secret}`).join(' and ')}.`,
    )
  }
  return { account, secrets, call: providers.call, now: now() }
}

export function missingSecrets({ provider }: PaymentAccount, secrets: ProviderSecrets): string[] {
  return PROVIDERS[provider].secretNames.filter((name) => !secrets[name]?.[0])
}
