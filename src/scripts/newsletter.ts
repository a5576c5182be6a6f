import { fill, t } from '../lib/i18n/translate.ts'
import { withState } from './load-state.ts'

const newsletterMessages = {
  subscribed: { title: 'Subscribed!', body: 'Thank you for subscribing to our newsletter.' },
  failed: { title: 'Not subscribed', body: 'Please try again in a moment.' },
  confirm:
    'Please open the link in the email that we have sent to {email}. Only then you get the newsletter.',
}

/**
 * Shows a toast and empties the field. Makes no call, unless the store has the capability `newsletter`.
 * docs/requirements.md#26-home docs/requirements.md#1136-newsletter
 */
for (const form of document.querySelectorAll<HTMLFormElement>('[data-newsletter]')) {
  const button = form.querySelector('button')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (button?.ariaDisabled === 'true') return
    if (form.dataset.sends === undefined) {
      showSubscribed(form)
      return
    }
    if (button) button.ariaDisabled = 'true'
    void send(form).finally(() => {
      if (button) button.ariaDisabled = null
    })
  })
  button?.removeAttribute('disabled')
}

/** Keeps the address when the store does not take it. */
async function send(form: HTMLFormElement): Promise<void> {
  try {
    const { requestNewsletter } = await import('../lib/newsletter/request-newsletter.ts')
    const email = form.querySelector('input')?.value.trim() ?? ''
    const mustConfirm = await requestNewsletter(form, email)
    const status = form.parentElement?.querySelector('[role="status"]')
    if (status && mustConfirm) status.textContent = fill(t(newsletterMessages.confirm), { email })
    showSubscribed(form)
  } catch (error) {
    const { serverMessage } = error as { serverMessage?: string }
    withState(({ addErrorToast }) =>
      addErrorToast({ ...newsletterMessages.failed, ...(serverMessage && { body: serverMessage }) }),
    )
  }
}

function showSubscribed(form: HTMLFormElement): void {
  withState(({ addToast }) => addToast(newsletterMessages.subscribed))
  form.reset()
}
