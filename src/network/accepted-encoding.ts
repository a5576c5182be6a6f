/** Named as a whole word, and not refused by `q=0`; other weights are ignored. */
const TAKES = {
  br: /(?:^|[\s,])br(?![\w-]|\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
  gzip: /(?:^|[\s,])gzip(?![\w-]|\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
}

/** Whether an `Accept-Encoding` takes an encoding. */
export function acceptsEncoding(
  header: string | string[] | undefined,
  encoding: keyof typeof TAKES,
): boolean {
  return TAKES[encoding].test(String(header ?? ''))
}

/** The smallest of our encodings that an `Accept-Encoding` takes. */
export function acceptedEncoding(header: string | string[] | undefined): 'br' | 'gzip' | 'identity' {
  if (acceptsEncoding(header, 'br')) return 'br'
  return acceptsEncoding(header, 'gzip') ? 'gzip' : 'identity'
}
