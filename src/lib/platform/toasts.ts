import { atom } from 'nanostores'

import type { ToastText } from '../i18n/translate.ts'
import { parseRecord, toRecord } from './parse-stored.ts'
import { CARRIED_TOAST_KEY, readStored, saveStored } from './storage.ts'

export interface Toast extends ToastText {
  id: number
  /** An error is announced at once (`role="alert"`), any other toast politely. docs/requirements.md#1012-toasts */
  isError: boolean
}

interface CarriedToast {
  text: ToastText
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

function show(text: ToastText, isError: boolean): void {
  lastId += 1
  $toasts.set([...$toasts.get(), { ...text, id: lastId, isError }])
}
