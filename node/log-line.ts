/** Masks secrets and personal data in log lines. SECURITY.md#log-leaks */

const MASKED = '[masked]'
const TEXT_LENGTH = 512
const STACK_LENGTH = 4000
const DEPTH_MAX = 4
const ITEMS_MAX = 20

const SECRET_NAMES =
  /auth(?:orization)?$|cookie|passw|secret|token|contact|e-?mail|phone|mobile|card|cvv|cvc|vpa|upi|(?:first|last|full)name|postalcode|shippingaddress|^fields$|^formparams$|^body$|^params$|^query$/i

/** Patterns of secrets within texts, with their replacements. */
const SECRET_TEXTS: [RegExp, string][] = [
  [/\n[^\S\n]{0,8}params:[^]*?(?=\n[^\S\n]{1,8}at |$)/g, ''],
  [/Failed query:[^]*?(?=\n[^\S\n]{1,8}at |$)/g, 'Failed query'],
  [/\b(Bearer|Basic)\s+[^\s"',;\\]+/gi, `$1 ${MASKED}`],
  [/\$argon2\w*\$[^\s"']+/g, MASKED],
  [
    /(?<![\w-])([\w-]{0,40}(?:passw|secret|token|contactinfo|e-?mail|phone|cvv|cookie|authorization)[\w-]{0,40})\\{0,3}["']?\s*[=:]\s*(?:\\{0,3}"[^"]*"|'[^']*'|[^\s"'&;,}]+)/gi,
    `$1=${MASKED}`,
  ],
  [/[^\s"'<>()=:?&/]{1,64}(?:@|%40)[^\s"'<>()&?/]{1,255}/gi, '[e-mail]'],
  [/\?[^\s"'=]{0,64}=[^\s"']*/g, ''],
  [/(?:\+|%2B)91[\d\s-]{8,14}\d/gi, '[phone]'],
  [/(?<![\w.-])\d(?:[ -]?\d){11,18}(?![\w.-])/g, '[number]'],
  // Tokens of links: `SECRET_FOLDERS` of the contract, and the calls of their pages.
  [/\/(confirm|confirmation-links|pay|payment-links|refund|refund-links)\/[\w-]{43,}/gi, `/$1/${MASKED}`],
  // Other tokens, but not the words of a product's address.
  [/(?<![\w-])(?![a-z\d]{1,20}(?:-[a-z\d]{1,20})+(?![\w-]))[\w-]{43,}/g, MASKED],
  // Values in PostgreSQL errors: `invalid input syntax for type uuid: "…"`, `Key (email)=(…)`.
  [/: "[^]*"/g, `: ${MASKED}`],
  [/\)=\([^]*?\)/g, `)=(${MASKED})`],
]

/**
 * Returns the fields to log: secrets masked by field name and within texts, URLs without their query, texts cut, errors
 * as name, message and stack. Removes control characters, so that a text can't forge a line.
 */
export function toLogFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, clean(name, value, 0)]))
}

function clean(name: string, value: unknown, depth: number): unknown {
  if (value === undefined || value === null) return value
  if (SECRET_NAMES.test(name)) return MASKED
  if (typeof value === 'string') return cleanText(value, name === 'stack' ? STACK_LENGTH : TEXT_LENGTH)
  if (typeof value !== 'object') return typeof value === 'bigint' ? String(value) : value
  if (depth === DEPTH_MAX) return '[deeper]'
  if (value instanceof Error) return cleanError(value, depth)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item) => clean('', item, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, ITEMS_MAX)
      .map(([key, item]) => [cleanText(key, TEXT_LENGTH), clean(key, item, depth + 1)]),
  )
}

function cleanError(error: Error, depth: number): unknown {
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return {
    name,
    message: cleanText(message, TEXT_LENGTH),
    ...(typeof code === 'string' && { code }),
    // Keep the frames only: the stack may repeat the message.
    stack: cleanText(framesOf(stack), STACK_LENGTH),
    ...(cause !== undefined && { cause: clean('cause', cause, depth + 1) }),
  }
}

const ENCODINGS_MAX = 4
/** Printable ASCII, percent-encoded or as JavaScript and JSON escape it. */
const ENCODED = /%([2-7][\da-f])|\\u00([2-7][\da-f])|\\x([2-7][\da-f])/gi

/** Decodes printable ASCII, also where it is encoded several times, so that the patterns see one spelling. */
function decodeAscii(text: string): string {
  let current = text
  for (let count = 0; count < ENCODINGS_MAX; count += 1) {
    const decoded = current.replace(ENCODED, (encoded, ...codes: (string | undefined)[]) => {
      const code =
        codes
          .slice(0, 3)
          .find((one) => one !== undefined)
          ?.toLowerCase() ?? ''
      return code === '7f' ? encoded : String.fromCharCode(Number.parseInt(code, 16))
    })
    if (decoded === current) break
    current = decoded
  }
  return current
}

function framesOf(stack = ''): string {
  const start = stack.search(/\n[^\S\n]{1,8}at /)
  return start === -1 ? '' : stack.slice(start).trim()
}

function maskSecrets(text: string): string {
  return SECRET_TEXTS.reduce((current, [secret, instead]) => current.replace(secret, instead), text)
}

function cleanText(text: string, length: number): string {
  // Limits the work of the patterns; the rest is cut in any case.
  const given = text.slice(0, 4 * STACK_LENGTH)
  const decoded = decodeAscii(given)
  const masked = maskSecrets(decoded)
  // A text without secrets keeps its spelling.
  return (masked === decoded ? maskSecrets(given) : masked)
    .toWellFormed()
    .replace(/(?!\n)[\p{Cc}\u2028\u2029]/gu, ' ')
    .slice(0, length)
}
