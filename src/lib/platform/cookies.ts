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
