import { isSigned, sign } from './signature.ts'

const VALID_MS = 30 * 60 * 1000

/** What the browser carries to the gateway; everybody can read it, nobody can change it. */
export interface GatewayForm {
  paymentId: string
  orderId: string
  amount: string
  currency: string
  shop: string
  returnUrl: string
  /** Milliseconds since 1970. */
  expires: string
}

const NAMES: (keyof GatewayForm)[] = [
  'paymentId',
  'orderId',
  'amount',
  'currency',
  'shop',
  'returnUrl',
  'expires',
]

/** The form's fields with `expires` and `signature`. */
export function signGatewayForm(
  secrets: string[],
  tenantId: string,
  form: Omit<GatewayForm, 'expires'>,
  now: Date,
): GatewayForm & { signature: string } {
  const complete = { ...form, expires: String(now.getTime() + VALID_MS) }
  return { ...complete, signature: sign(secrets, 'request', tenantId, message(complete)) }
}

/** The form, if this API signed exactly these fields for this shop and they are still valid. */
export function readGatewayForm(
  secrets: string[],
  tenantId: string,
  fields: Map<string, string>,
  now: Date,
): (GatewayForm & { signature: string }) | undefined {
  const read = (name: string) => fields.get(name) ?? ''
  const form: GatewayForm = {
    paymentId: read('paymentId'),
    orderId: read('orderId'),
    amount: read('amount'),
    currency: read('currency'),
    shop: read('shop'),
    returnUrl: read('returnUrl'),
    expires: read('expires'),
  }
  const signature = read('signature')
  if (!isSigned(secrets, 'request', tenantId, message(form), signature)) return undefined
  return Number(form.expires) > now.getTime() ? { ...form, signature } : undefined
}

function message(form: GatewayForm): string {
  return JSON.stringify(NAMES.map((name) => [name, form[name]]))
}
