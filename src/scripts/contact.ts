import { CONTACT_DELAY_MS } from '../lib/constants.ts'
import { contactMessages } from '../lib/messages/contact.ts'
import { addToast } from '../lib/stores/toasts.ts'

const form = document.querySelector<HTMLFormElement>('#contact-form')
const button = form?.querySelector('button')

/** 'Sending...' for 1.5 s, a toast, an empty form; no call is made. docs/requirements.md#217-contact */
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

/** A button that is disabled while it has the focus loses it, and keyboard users would start over. */
function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
