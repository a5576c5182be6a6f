import { atom } from 'nanostores'

import type { ToastText } from '../i18n/translate.ts'
import { parseRecord, toRecord } from './parse-stored.ts'
import { CARRIED_TOAST_KEY, readStored, saveStored } from './storage.ts'

/** A button in a toast; pressing it also closes the toast. */
export interface ToastAction {
  label: string
  run: () => void
}

export interface Toast extends ToastText {
  id: number
  action?: ToastAction | undefined
  /** An error is announced at once (`role="alert"`), any other toast politely. docs/requirements.md#1012-toasts */
  isError: boolean
  /** Asks the shopper to correct a form, so the next change of a field dismisses it. */
  isAboutForm?: boolean | undefined
}

interface CarriedToast {
  text: ToastText
  isError: boolean
}

let lastId = 0

/** Toasts to show, oldest first; `scripts/toasts.ts` shows one at a time. */
export const $toasts = atom<Toast[]>([])

export function addToast(text: ToastText, action?: ToastAction): void {
  show({ ...text, isError: false, action })
}

export function addErrorToast(text: ToastText): void {
  show({ ...text, isError: true })
}

/** Shows an error that the shopper corrects in a form; the next change of a field dismisses it. */
export function addFormErrorToast(text: ToastText): void {
  show({ ...text, isError: true, isAboutForm: true })
}

export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id))
}

/** Dismisses the toasts of `addFormErrorToast`. */
export function dismissFormErrorToasts(): void {
  $toasts.set($toasts.get().filter((toast) => !toast.isAboutForm))
}

/** Dismisses every toast, before a screen that has to stay free of them. */
export function dismissAllToasts(): void {
  $toasts.set([])
}

/** Dismisses the errors of an earlier try. */
export function dismissErrorToasts(): void {
  $toasts.set($toasts.get().filter((toast) => !toast.isError))
}

/** Saves a toast for the next page of this tab. Call it before navigating away. */
export function carryToast(text: ToastText, isError = false): void {
  const carried: CarriedToast = { text, isError }
  saveStored(CARRIED_TOAST_KEY, carried, 'sessionStorage')
}

/** Shows the toast that the previous page saved, once. */
export function showCarriedToast(): void {
  const stored = readStored(CARRIED_TOAST_KEY, 'sessionStorage')
  if (!stored) return
  saveStored(CARRIED_TOAST_KEY, undefined, 'sessionStorage')
  const { text, isError } = parseRecord(stored)
  const { title, body } = toRecord(text)
  if (typeof title !== 'string') return
  const toast: ToastText = { title, ...(typeof body === 'string' && { body }) }
  if (isError === true) addErrorToast(toast)
  else addToast(toast)
}

function show(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  $toasts.set([...$toasts.get(), { ...toast, id: lastId }])
}
