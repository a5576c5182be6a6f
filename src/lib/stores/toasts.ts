import { atom } from 'nanostores'

import type { ToastText } from '../messages/toast-text.ts'

export interface Toast extends ToastText {
  id: number
  /** An error is announced at once (`role="alert"`), any other toast politely. docs/requirements.md#1012-toasts */
  isError: boolean
}

let lastId = 0

/** Visible toasts, oldest first. */
export const $toasts = atom<Toast[]>([])

export function addToast(text: ToastText): void {
  show(text, false)
}

export function addErrorToast(text: ToastText): void {
  show(text, true)
}

export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id))
}

function show(text: ToastText, isError: boolean): void {
  lastId += 1
  $toasts.set([...$toasts.get(), { ...text, id: lastId, isError }])
}
