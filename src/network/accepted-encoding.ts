/** Matches the encoding's name unless `q=0` refuses it; other weights are ignored. */
const TAKES = {
  br: /(?:^|[\s,])br(?![\w-]|\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
  gzip: /(?:^|[\s,])gzip(?![\w-]|\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
}

/** Whether `Accept-Encoding` contains an encoding. */
export function acceptsEncoding(
  header: string | string[] | undefined,
  encoding: keyof typeof TAKES,
): boolean {
  return TAKES[encoding].test(String(header ?? ''))
}

/** The smallest supported encoding of an `Accept-Encoding`. */
export function acceptedEncoding(header: string | string[] | undefined): 'br' | 'gzip' | 'identity' {
  if (acceptsEncoding(header, 'br')) return 'br'
  return acceptsEncoding(header, 'gzip') ? 'gzip' : 'identity'
}
