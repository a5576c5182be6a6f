import type { Tenant } from '../../tenants/tenant.ts'
import { hasSandbox } from '../sandbox/has-sandbox.ts'
import { SANDBOX } from '../sandbox/provider.ts'
import { createProviderCall, type ProviderCall } from './provider-call.ts'
import type { AccountProvider, ProviderContext, PaymentAccount, ProviderSecrets } from './provider.ts'
import { PROVIDERS, type ProviderName } from './registry.ts'
import { readSecretsFile } from './secrets-file.ts'

/** A shop names a provider whose secrets are not there. The message says what to set, and is for the operator. */
export class SecretsMissingError extends Error {
  override name = 'SecretsMissingError'
}

export interface Providers {
  call: ProviderCall
  secretsOf(tenantId: string, provider: AccountProvider): Promise<ProviderSecrets>
}

/** The file is read whenever it is needed, so that a secret is exchanged without a restart. */
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

/** The provider that new payments of a shop go through: its first account, else the sandbox where it has that. */
export function currentProvider(
  tenant: Pick<Tenant, 'paymentAccounts' | 'hosts'>,
  config: { sandbox: boolean },
): ProviderName | undefined {
  return tenant.paymentAccounts?.[0]?.provider ?? (hasSandbox(tenant, config) ? SANDBOX : undefined)
}

/**
 * What the shop's provider works with; `undefined` when the shop has no account there. The sandbox asks for its hosts.
 * @throws {SecretsMissingError} it has one, but a secret is not set
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
