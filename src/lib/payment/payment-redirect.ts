/** Time within which the browser reports a violation of the content security policy. */
const POLICY_REPORT_MS = 1000

/** Outcome of a payment after which the shopper returned from the payment provider to the payment page. */
export type ProviderResult = 'declined' | 'pending' | 'refund'

const PROVIDER_RESULTS: ProviderResult[] = ['declined', 'pending', 'refund']

/** Returns the id of the order to pay, from the query or the navigation state. docs/requirements.md#212-payment-page */
export function readOrderId(): string | undefined {
  const inQuery = new URLSearchParams(location.search).get('orderId')?.trim()
  if (inQuery) return inQuery
  const { orderId } = (history.state ?? {}) as { orderId?: unknown }
  return (typeof orderId === 'string' && orderId.trim()) || undefined
}

/** Returns the outcome that the provider's return page wrote into the URL. */
export function readProviderResult(): ProviderResult | undefined {
  const result = new URLSearchParams(location.search).get('result')
  return PROVIDER_RESULTS.find((known) => known === result)
}

/** Removes the provider's result from the URL, so that a reload does not show it again. */
export function removeProviderResult(): void {
  const url = new URL(location.href)
  url.searchParams.delete('result')
  history.replaceState(history.state, '', url)
}

/** Navigates to a checked address. The link of a payment app leaves this page in place. */
export function openAddress(url: string): void {
  location.assign(url)
}

/**
 * Posts a hidden form, which navigates away. Rejects when the content security policy forbids the form's target,
 * because the browser shows the shopper no error. docs/requirements.md#46-payment-flow
 */
export function postHiddenForm(url: string, fields: [name: string, value: string][]): Promise<void> {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url
  form.hidden = true
  for (const [name, value] of fields) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)

  return new Promise((resolve, reject) => {
    const refuse = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'form-action')
        settle(() => reject(new Error(`No form may be posted to ${url}`)))
    }
    const settle = (conclude: () => void) => {
      document.removeEventListener('securitypolicyviolation', refuse)
      clearTimeout(timer)
      form.remove()
      conclude()
    }
    document.addEventListener('securitypolicyviolation', refuse)
    const timer = setTimeout(() => settle(resolve), POLICY_REPORT_MS)
    // A field named `submit` would shadow the form's method.
    HTMLFormElement.prototype.submit.call(form)
  })
}
