const LONGEST_BYTES = 256 * 1024
const DATA_URL = /^data:([a-z/+.-]+);base64,/i
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** First base64 characters of each picture format. */
const FIRST_CHARACTERS: Record<string, string> = {
  'image/png': 'iVBORw0KGgo',
  'image/jpeg': '/9j/',
  'image/gif': 'R0lGOD',
}

/**
 * Converts `qrBase64` to the source of an `<img>`: a data URL stays, any other text counts as PNG. `undefined` for an
 * invalid picture or one over 256 KB. docs/requirements.md#46-payment-flow
 */
export function pictureSource(qrBase64: string | undefined): string | undefined {
  if (!qrBase64 || qrBase64.length > LONGEST_BYTES * 1.5) return undefined
  const text = qrBase64.replace(/\s/g, '')
  const type = DATA_URL.exec(text)?.[1]?.toLowerCase() ?? 'image/png'
  const base64 = text.replace(DATA_URL, '')
  const isPicture =
    Object.hasOwn(FIRST_CHARACTERS, type) &&
    base64.startsWith(FIRST_CHARACTERS[type] ?? ' ') &&
    base64.length * 0.75 <= LONGEST_BYTES &&
    BASE64.test(base64)
  return isPicture ? `data:${type};base64,${base64}` : undefined
}
