/** This machine's own names, as hosts are written in addresses. */
export const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']

/** Whether a host without port is one of this machine's own names or below `localhost`. */
export function isLocalHost(host: string): boolean {
  return LOCAL_NAMES.includes(host) || host.endsWith('.localhost')
}
