import { receivedContactSchema } from '@tanabana/contract/contact.ts'
import { wrappedOrBare } from '@tanabana/contract/received.ts'
import type { ContactRequest } from '@tanabana/contract/requests.ts'
import { takesMessage } from '../api-client/store-terms.ts'
import { browserClient } from '../auth/browser-client.ts'

/**
 * Sends the contact form to the store. Returns the number of the message; `undefined` for a store that takes none. Throws
 * as the client does.
 */
export async function sendContactForm(
  form: HTMLFormElement,
): Promise<{ number: string; email: string } | undefined> {
  const client = browserClient()
  const data = new FormData(form)
  const text = (name: keyof ContactRequest) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  const request: ContactRequest = {
    ...{ name: text('name'), email: text('email').trim(), subject: text('subject') },
    message: text('message'),
  }
  if (!(await takesMessage(client, form, 'contact'))) return undefined
  const { number } = await client.post('/contact', wrappedOrBare(receivedContactSchema), request)
  return { number, email: request.email }
}
