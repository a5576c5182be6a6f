/** Returns the value of a cookie of this site, percent-decoded; `undefined` without one. */
export function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`))
  const value = pair?.slice(name.length + 1)
  return value ? decode(value) : undefined
}

/** Sets a cookie for all pages of this site; without `maxAgeSeconds`, until the browser closes. */
export function writeCookie(name: string, value: string, maxAgeSeconds?: number): void {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  document.cookie = `${name}=${encodeURIComponent(value)}${age}${attributes()}`
}

export function removeCookie(name: string): void {
  document.cookie = `${name}=; Max-Age=0${attributes()}`
}

function attributes(): string {
  return `; Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
}

/** Returns a value that is not percent-encoded unchanged: another program may have set the cookie. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Returns a short digest, to compare contents without storing them. Not collision-resistant against an attacker. */
export function fingerprint(content: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < content.length; index += 1) {
    const code = content.charCodeAt(index)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  return `${(high >>> 0).toString(36)}-${(low >>> 0).toString(36)}`
}
