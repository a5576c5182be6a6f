/** How long a refusal by the page's own policy may take to be reported. */
const POLICY_REPORT_MS = 1000

/** Takes the result out of the address, so that a reload does not repeat it. */
export function forgetGatewayResult(): void {
  const url = new URL(location.href)
  url.searchParams.delete('result')
  history.replaceState(history.state, '', url)
}

/** Leaves for a checked address: a page, or the link of a payment app, which leaves this page as it is. */
export function openAddress(url: string): void {
  location.assign(url)
}

/**
 * Leaves by posting a hidden form (docs/requirements.md#46-payment-flow). Rejects when the page's content security policy lets no form go
 * there, because the browser itself says nothing to the shopper.
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
    // A field named `submit` would hide the form's own method.
    HTMLFormElement.prototype.submit.call(form)
  })
}
