import { CONTACT_DELAY_MS } from '@tanabana/contract/constants.ts'
import { addToast } from '../lib/platform/toasts.ts'

const contactMessages = {
  sent: { title: 'Message Sent', body: "Thank you for contacting us. We'll get back to you shortly." },
}

const form = document.querySelector<HTMLFormElement>('#contact-form')
const button = form?.querySelector('button')

/** Shows 'Sending...' for 1.5 s, then a toast and an empty form. Makes no call. docs/requirements.md#217-contact */
if (form && button) {
  const label = button.textContent

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (button.disabled) return
    const hadFocus = document.activeElement === button
    button.disabled = true
    button.textContent = button.dataset.pending ?? label

    setTimeout(() => {
      addToast(contactMessages.sent)
      form.reset()
      button.textContent = label
      button.disabled = false
      if (hadFocus && isFocusLost()) button.focus({ preventScroll: true })
    }, CONTACT_DELAY_MS)
  })
  button.disabled = false
}

/** True when disabling the focused button has moved the focus to the body. */
function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
