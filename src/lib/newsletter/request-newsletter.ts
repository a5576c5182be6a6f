import * as z from 'zod/mini'

import { takesMessage } from '../api-client/store-terms.ts'
import { browserClient } from '../auth/browser-client.ts'

/**
 * Asks the store for the newsletter. Returns whether its owner has to confirm the address; false for a store without
 * newsletter. Throws as the client does.
 */
export async function requestNewsletter(form: HTMLFormElement, email: string): Promise<boolean> {
  const client = browserClient()
  if (!(await takesMessage(client, form, 'newsletter'))) return false
  await client.post('/newsletter', z.unknown(), { email })
  return true
}
