import { productFormMessages } from '../lib/catalogue/messages.ts'
import { withState } from './load-state.ts'

/** Says that a size is missing, at the sizes and as a toast, and moves the focus there. docs/requirements.md#54-product-form */
export function askForSize(form: HTMLFormElement): void {
  toggleSizeMessage(form, true)
  form.querySelector<HTMLInputElement>('[name=size]:enabled')?.focus()
  withState(({ addFormErrorToast }) => addFormErrorToast(productFormMessages.sizeMissing))
}

export function toggleSizeMessage(form: HTMLFormElement | null, isShown: boolean): void {
  const message = form?.querySelector<HTMLElement>('[data-size-missing]')
  if (message) message.hidden = !isShown
}
