import { API_VERSION, LOCAL_API_PORT } from '../constants.ts'
import { isLocalHost, LOCAL_NAMES } from '../schemas/local-host.ts'

/**
 * Returns the base address of the store API for a page's address, without a trailing slash.
 * docs/requirements.md#71-base-address
 *
 * @example storeApiBase(new URL('https://shop.example/cart')) // 'https://api.shop.example/api/v1'
 */
export function storeApiBase(
  page: Pick<URL, 'protocol' | 'hostname'>,
  localPort: number = LOCAL_API_PORT,
): string {
  const { protocol, hostname } = page
  if (LOCAL_NAMES.includes(hostname)) return `http://localhost:${localPort}/api/${API_VERSION}`
  if (isLocalHost(hostname)) return `http://${hostname}:${localPort}/api/${API_VERSION}`
  return `${protocol}//api.${hostname}/api/${API_VERSION}`
}
