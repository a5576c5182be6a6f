import { t } from '../lib/i18n/translate.ts'
import { dismissToast, type Toast, $toasts } from '../lib/platform/toasts.ts'

/** Reading time: three seconds plus a little for each character. */
const BASE_MS = 3000
const PER_CHARACTER_MS = 70

/**
 * Shows the page's toasts in its `#toasts` region. Each disappears by itself, but not while it has the pointer or the
 * focus.
 */
export function renderToasts(): void {
  const region = document.getElementById('toasts')
  if (!region) return
  const shown = new Map<number, HTMLElement>()

  $toasts.subscribe((toasts) => {
    for (const [id, element] of shown) {
      if (toasts.some((toast) => toast.id === id)) continue
      element.remove()
      shown.delete(id)
    }
    for (const toast of toasts) {
      if (shown.has(toast.id)) continue
      const element = toastElement(toast)
      shown.set(toast.id, element)
      region.append(element)
      dismissInTime(toast, element)
    }
  })
}

function dismissInTime(toast: Toast, element: HTMLElement): void {
  const length = toast.title.length + (toast.body?.length ?? 0)
  const later = () => setTimeout(() => dismissToast(toast.id), BASE_MS + length * PER_CHARACTER_MS)
  let timer = later()
  const hold = () => clearTimeout(timer)
  const release = () => {
    clearTimeout(timer)
    timer = later()
  }
  element.addEventListener('pointerenter', hold)
  element.addEventListener('pointerleave', release)
  element.addEventListener('focusin', hold)
  element.addEventListener('focusout', release)
}

function toastElement(toast: Toast): HTMLElement {
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

  element.append(texts, close)
  return element
}

function line(className: string, text: string): HTMLElement {
  const element = document.createElement('p')
  element.className = className
  element.textContent = text
  return element
}
