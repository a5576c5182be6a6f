import { CONTACT_DELAY_MS } from '@tanabana/contract/constants.ts'
import { fill, t } from '../lib/i18n/translate.ts'
import { withState } from './load-state.ts'

const contactMessages = {
  sent: { title: 'Message Sent', body: "Thank you for contacting us. We'll get back to you shortly." },
  failed: {
    title: 'Message not sent',
    body: 'Your message is still in the form. Please try again in a moment, or email us.',
  },
  receipt: 'Your message has the number {number}. We have sent an acknowledgement to {email}.',
}

const form = document.querySelector<HTMLFormElement>('#contact-form')
const button = form?.querySelector('button')

/**
 * Shows 'Sending...' for 1.5 s, then a toast and an empty form. Makes no call, unless the store has the capability
 * `contact`. docs/requirements.md#217-contact docs/requirements.md#1135-contact
 */
if (form && button) {
  const label = button.textContent

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (button.disabled) return
    const hadFocus = document.activeElement === button
    button.disabled = true
    button.textContent = button.dataset.pending ?? label

    const sent = form.dataset.sends === undefined ? Promise.resolve('') : send(form)
    sent.catch(() => undefined)

    setTimeout(() => {
      void sent.then(showSent, showFailure).then(() => {
        button.textContent = label
        button.disabled = false
        if (hadFocus && isFocusLost()) button.focus({ preventScroll: true })
      })
    }, CONTACT_DELAY_MS)

    function showSent(receipt: string): void {
      withState(({ addToast }) => addToast(contactMessages.sent))
      form?.reset()
      const status = form?.querySelector('[role="status"]')
      if (status) status.textContent = receipt
    }
  })
  button.disabled = false
}

/** Sends the message. Returns the sentence with its number; empty for a store that takes none. */
async function send(form: HTMLFormElement): Promise<string> {
  const { sendContactForm } = await import('../lib/contact/send-contact-form.ts')
  const receipt = await sendContactForm(form)
  return receipt ? fill(t(contactMessages.receipt), receipt) : ''
}

/** The form keeps its text. Shows the store's own sentence about a refused message. */
function showFailure(error: unknown): void {
  const { serverMessage } = error as { serverMessage?: string }
  const text = { ...contactMessages.failed, ...(serverMessage && { body: serverMessage }) }
  withState(({ addErrorToast }) => addErrorToast(text))
}

/** True when disabling the focused button has moved the focus to the body. */
function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
