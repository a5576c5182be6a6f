const HOST_PATTERN = /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/

/** Addresses that payments may open, besides the shop's own pages, where the shop lists its hosts. */
export interface PaymentPlaces {
  hosts: readonly string[]
  /** Origin of the store API. */
  apiOrigin: string
}

/** Returns the valid hosts of the list: lower case, without port; a leading `*.` covers every subdomain. */
export function readableHosts(hosts: readonly string[]): string[] {
  return hosts.map((host) => host.toLowerCase()).filter((host) => HOST_PATTERN.test(host))
}

/** True for an address on the store API, on this site or, with https, on a listed host. */
export function isPaymentPlace(
  url: string,
  { hosts, apiOrigin }: PaymentPlaces,
  page: Pick<URL, 'origin'>,
): boolean {
  const { protocol, host, origin } = new URL(url)
  if (origin === apiOrigin || origin === page.origin) return true
  return (
    protocol === 'https:' &&
    readableHosts(hosts).some((known) =>
      known.startsWith('*.') ? host.endsWith(known.slice(1)) : host === known,
    )
  )
}
