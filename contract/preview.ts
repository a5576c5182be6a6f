/** The token of a preview link: expiry in seconds since 1970 in base 36, and its signature. */
const TOKEN = /^([0-9a-z]{6,8})\.[\w-]{43}$/

/** The time at which a preview link ends, in milliseconds since 1970; `undefined` for a malformed token. */
export function previewExpiry(token: string): number | undefined {
  const seconds = TOKEN.exec(token)?.[1]
  return seconds === undefined ? undefined : Number.parseInt(seconds, 36) * 1000
}
