/** Returns an absolute http(s) URL; empty for anything else. */
export function toImageUrl(url: string, base: string): string {
  if (!url || !URL.canParse(url, base)) return ''
  const absolute = new URL(url, base)
  return ['http:', 'https:'].includes(absolute.protocol) ? absolute.href : ''
}
