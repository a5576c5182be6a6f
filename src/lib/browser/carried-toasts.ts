import { addErrorToast, addToast } from '../stores/toasts.ts'
import type { ToastText } from '../messages/toast-text.ts'

const KEY = 'carried-toast'

interface CarriedToast {
  text: ToastText
  isError: boolean
}

/** Keeps a toast for the next page of this tab, because the page that says it is about to be left. */
export function carryToast(text: ToastText, isError = false): void {
  const carried: CarriedToast = { text, isError }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(carried))
  } catch {
    // A browser without storage shows the next page without the toast.
  }
}

/** Shows the toast that the page before left behind, once. */
export function showCarriedToast(): void {
  try {
    const stored = sessionStorage.getItem(KEY)
    if (!stored) return
    sessionStorage.removeItem(KEY)
    const { text, isError }: CarriedToast = JSON.parse(stored)
    if (isError) addErrorToast(text)
    else addToast(text)
  } catch {
    // As above: nothing was kept, nothing is shown.
  }
}
