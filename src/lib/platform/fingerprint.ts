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
