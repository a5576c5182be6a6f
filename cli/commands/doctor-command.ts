import { API_VERSION } from '@tanabana/contract/constants.ts'
import { isLocalHost } from '@tanabana/contract/local-hosts.ts'
import { checkApi, type Diagnosis } from '../doctor/check-api.ts'
import { count } from '@tanabana/contract/text.ts'
import { CheckFailed, CommandError } from '../context.ts'
import type { CommandContext } from '../context.ts'

const SLOW_MS = 950
const DEADLINE_MS = 10_000
const STOREFRONT_PORT = 4321

export interface DoctorOptions {
  host?: string
  origin?: string
  write?: boolean
}

/** `store doctor`: checks an API; needs no database. */
export async function runDoctor(
  context: CommandContext,
  address: string,
  options: DoctorOptions,
): Promise<void> {
  const base = toBase(address)
  const { host, write = false } = options
  const origin = options.origin ?? originOf(base, host)
  const { output } = context
  output.progress(`Checking ${base} …`)
  const diagnosis = await checkApi({ base, host, origin, write, slowMs: SLOW_MS, deadlineMs: DEADLINE_MS })
  printDiagnosis(context, base, diagnosis, options)
  output.result({ api: base, host: host ?? new URL(base).host, origin, ...diagnosis })
  const faults = diagnosis.findings.length
  if (faults > 0) throw new CheckFailed(`The API breaks the contract in ${count(faults, 'way')}.`)
}

function printDiagnosis(
  { output }: CommandContext,
  base: string,
  { calls, findings, capabilities, skipped }: Diagnosis,
  { host, write }: DoctorOptions,
): void {
  output.line(`${base}${host ? ` (Host: ${host})` : ''}: ${count(calls, 'call')}.`)
  for (const { call, says, breaks, times } of findings) {
    const more = times > 1 ? ` (and ${times - 1} more like this)` : ''
    output.line(`✗ ${call}: ${says}${more}`)
    output.line(`  Effect: ${breaks}.`)
  }
  if (findings.length === 0) output.line('✓ Every call follows the contract.')
  for (const sentence of skipped) output.line(`! ${sentence}`)
  if (!write) {
    output.line('! Registration, sign-in, orders and payments were not checked. Add --write to check them.')
  }
  for (const { word, claimed, works } of capabilities) {
    if (works && claimed) output.line(`✓ Capability ${word}: claimed and works.`)
    if (works && !claimed)
      output.line(`! Capability ${word}: works but is not claimed. Add it to "capabilities" to use it.`)
  }
}

/** @throws {CommandError} it is no http(s) address */
function toBase(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new CommandError(
      `"${address}" is not an API address. Begin with http:// or https://, such as https://api.shop.example/api/${API_VERSION}.`,
    )
  }
  const path = url.pathname.replace(/(?<!\/)\/+$/, '')
  return `${url.origin}${path === '' ? `/api/${API_VERSION}` : path}`
}

/**
 * Origin of the shop's pages: `https://shop.example` for the API `api.shop.example`.
 * docs/requirements.md#71-base-address
 */
function originOf(base: string, host: string | undefined): string {
  const name = (host ?? new URL(base).hostname).replace(/:\d+$/, '').replace(/^api\./, '')
  return isLocalHost(name) ? `http://${name}:${STOREFRONT_PORT}` : `https://${name}`
}
