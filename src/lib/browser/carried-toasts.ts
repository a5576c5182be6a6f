import { addErrorToast, addToast } from '../stores/toasts.ts'
import type { ToastText } from '../messages/toast-text.ts'
import { CARRIED_TOAST_KEY } from './keys.ts'
import { keepStored, readStored } from './stored.ts'

interface CarriedToast {
  text: ToastText
  isError: boolean
}

/** Keeps a toast for the next page of this tab, because the page that says it is about to be left. */
export function carryToast(text: ToastText, isError = false): void {
  const carried: CarriedToast = { text, isError }
  keepStored(CARRIED_TOAST_KEY, carried, 'sessionStorage')
}

/** Shows the toast that the page before left behind, once. */
export function showCarriedToast(): void {
  const stored = readStored(CARRIED_TOAST_KEY, 'sessionStorage')
  if (!stored) return
  keepStored(CARRIED_TOAST_KEY, undefined, 'sessionStorage')
  try {
    const { text, isError } = JSON.parse(stored) as CarriedToast
    if (isError) addErrorToast(text)
    else addToast(text)
  } catch {
    // Not what this shop kept: nothing is shown.
  }
}
