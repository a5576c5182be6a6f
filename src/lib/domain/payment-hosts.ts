const HOST_PATTERN = /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/

/** Where the payments of a shop that lists its hosts may lead, besides its own pages. */
export interface PaymentPlaces {
  hosts: readonly string[]
  /** Of the shop's store API. */
  apiOrigin: string
}

/** The listed hosts that are hosts: lower case, without port; `*.` in front stands for every name below. */
export function readableHosts(hosts: readonly string[]): string[] {
  return hosts.map((host) => host.toLowerCase()).filter((host) => HOST_PATTERN.test(host))
}

/** Whether an address is on the store API, on this site or, by https, on a listed host. */
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
