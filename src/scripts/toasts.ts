import { t } from '../lib/i18n/translate.ts'
import {
  dismissFormErrorToasts,
  dismissToast,
  type Toast,
  type ToastAction,
  $toasts,
} from '../lib/platform/toasts.ts'

/** Reading time: three seconds plus a little for each character. */
const BASE_MS = 3000
const PER_CHARACTER_MS = 70
/** Time to reach a toast's button by keyboard or switch control. */
const ACTION_MS = 10_000

/**
 * Shows the page's toasts in its `#toasts` region, one at a time: a toast replaces those before it, and waits only for
 * one that came at once with it. docs/requirements.md#1012-toasts
 */
export function renderToasts(): void {
  const region = document.getElementById('toasts')
  let shownId: number | undefined
  let shown: HTMLElement | undefined
  /** Id of the last toast that did not come just now. */
  let earlierId = 0

  // Not when the page fills in a field, such as the city of a PIN code.
  document.addEventListener('input', ({ isTrusted }) => isTrusted && dismissFormErrorToasts())
  $toasts.subscribe((toasts) => {
    const latest = toasts.filter(({ id }) => id > earlierId)
    if (latest.length > 0 && latest.length < toasts.length) {
      $toasts.set(latest)
      return
    }
    setTimeout(() => (earlierId = toasts.at(-1)?.id ?? earlierId))
    const [toast] = toasts
    if (toast?.id === shownId) return
    shownId = toast?.id
    shown?.remove()
    shown = toast && toastElement(toast)
    if (shown) region?.append(shown)
  })
}

/** Dismisses the toast in time, but not while it has the pointer or the focus. */
function dismissLater(id: number, element: HTMLElement, duration: number): void {
  setTimeout(() => {
    if (element.matches(':hover, :focus-within')) dismissLater(id, element, BASE_MS)
    else dismissToast(id)
  }, duration)
}

function toastElement(toast: Toast): HTMLElement {
  const length = toast.title.length + (toast.body?.length ?? 0)
  const element = document.createElement('div')
  element.role = toast.isError ? 'alert' : 'status'
  element.className = `pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-lg bg-ink p-4 text-surface shadow-overlay toast ${toast.isError ? 'toast-error' : ''}`

  const texts = document.createElement('div')
  texts.className = 'flex-1'
  texts.append(line('font-semibold', t(toast.title)))
  if (toast.body) texts.append(line('text-sm', t(toast.body)))

  const close = document.createElement('button')
  close.type = 'button'
  close.className = '-m-2 min-h-target min-w-target text-xl leading-none'
  close.setAttribute('aria-label', t('Dismiss'))
  close.textContent = '×'
  close.addEventListener('click', () => dismissToast(toast.id))

  element.append(texts)
  if (toast.action) element.append(actionButton(toast.id, toast.action))
  element.append(close)
  dismissLater(toast.id, element, BASE_MS + length * PER_CHARACTER_MS + (toast.action ? ACTION_MS : 0))
  return element
}

function actionButton(id: number, { label, run }: ToastAction): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = '-my-2 min-h-target min-w-target font-semibold underline underline-offset-4'
  button.textContent = t(label)
  button.addEventListener('click', () => {
    dismissToast(id)
    run()
    // The focused button is gone.
    document.getElementById('main')?.focus({ preventScroll: true })
  })
  return button
}

function line(className: string, text: string): HTMLElement {
  const element = document.createElement('p')
  element.className = className
  element.textContent = text
  return element
}
