import { parseRecord, toRecord } from '../domain/parse-record.ts'
import type { ToastText } from '../messages/toast-text.ts'
import { addErrorToast, addToast } from '../stores/toasts.ts'
import { CARRIED_TOAST_KEY } from './keys.ts'
import { keepStored, readStored } from './stored.ts'

interface CarriedToast {
  text: ToastText
  isError: boolean
}

/** Saves a toast for the next page of this tab. Call it before navigating away. */
export function carryToast(text: ToastText, isError = false): void {
  const carried: CarriedToast = { text, isError }
  keepStored(CARRIED_TOAST_KEY, carried, 'sessionStorage')
}

/** Shows the toast that the previous page saved, once. */
export function showCarriedToast(): void {
  const stored = readStored(CARRIED_TOAST_KEY, 'sessionStorage')
  if (!stored) return
  keepStored(CARRIED_TOAST_KEY, undefined, 'sessionStorage')
  const { text, isError } = parseRecord(stored)
  const { title, body } = toRecord(text)
  if (typeof title !== 'string') return
  const toast: ToastText = { title, ...(typeof body === 'string' && { body }) }
  if (isError === true) addErrorToast(toast)
  else addToast(toast)
}
