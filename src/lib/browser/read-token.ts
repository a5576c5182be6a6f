import { AUTH_COOKIE } from '../constants.ts'

/** The bearer token, or `undefined` for a guest. §4 Authentication */
export function readToken(): string | undefined {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${AUTH_COOKIE}=`))
  const value = pair?.slice(AUTH_COOKIE.length + 1)
  return value ? decode(value) : undefined
}

/** As it stands when another writer left something that is no percent-encoding. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
