import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/** One server to purge: the address to connect to, and the name that the setting has. */
export interface PurgeTarget {
  origin: string
  host: string
}

type Resolve = (name: string) => Promise<{ address: string; family: number }[]>

const resolveName: Resolve = (name) => lookup(name, { all: true })

/**
 * Returns the servers behind an origin of the configuration. A name with `http:` stands for each of its addresses, asked
 * again at each call: all IPv4 ones, else all IPv6 ones. An `https:` origin is one server, because its certificate is for
 * the name; so is this machine. docs/configuration.md#page-cache
 * @throws what the look-up throws
 */
export async function findPurgeTargets(
  origin: string,
  resolve: Resolve = resolveName,
): Promise<PurgeTarget[]> {
  const { protocol, host, hostname, port } = new URL(origin)
  const isOne = protocol === 'https:' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  if (isOne || hostname === 'localhost') return [{ origin, host }]
  const found = await resolve(hostname)
  const ofFamily = (wanted: number) => found.filter(({ family }) => family === wanted)
  const used = ofFamily(4).length > 0 ? ofFamily(4) : ofFamily(6)
  const suffix = port === '' ? '' : `:${port}`
  return used.map(({ address, family }) => ({
    origin: `http://${family === 6 ? `[${address}]` : address}${suffix}`,
    host,
  }))
}
