import { addToast } from '../lib/platform/toasts.ts'

const newsletterMessages = {
  subscribed: { title: 'Subscribed!', body: 'Thank you for subscribing to our newsletter.' },
}

/** Shows a toast and empties the field. Makes no call. docs/requirements.md#26-home */
for (const form of document.querySelectorAll<HTMLFormElement>('[data-newsletter]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    addToast(newsletterMessages.subscribed)
    form.reset()
  })
  form.querySelector('button')?.removeAttribute('disabled')
}
