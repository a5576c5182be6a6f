import { isSigned, sign } from '../../signature.ts'

const VALID_MS = 30 * 60 * 1000
const OWN_NAMES = ['expires', 'signature']

export interface ProviderForm {
  /** The provider's name. */
  type: string
  url: string
  /** Fields that the browser posts to the provider, signed against changes. */
  fields: Record<string, string>
}

/** Returns the form's fields with `expires` (milliseconds since 1970) and `signature`. */
export function signProviderForm(
  secrets: string[],
  tenantId: string,
  { type, url, fields }: ProviderForm,
  now: Date,
): Record<string, string> {
  const complete = { ...fields, expires: String(now.getTime() + VALID_MS) }
  return {
    ...complete,
    signature: sign(secrets, 'request', tenantId, message({ type, url, fields: complete })),
  }
}

/** The provider's own fields; `undefined` when the signature is expired or not for this shop and provider. */
export function readProviderForm(
  secrets: string[],
  tenantId: string,
  form: ProviderForm,
  now: Date,
): Record<string, string> | undefined {
  const { signature = '', ...signed } = form.fields
  if (!isSigned(secrets, 'request', tenantId, message({ ...form, fields: signed }), signature))
    return undefined
  if (!(Number(signed.expires) > now.getTime())) return undefined
  return Object.fromEntries(Object.entries(signed).filter(([name]) => !OWN_NAMES.includes(name)))
}

function message({ type, url, fields }: ProviderForm): string {
  return JSON.stringify([
    type,
    url,
    Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ])
}
