import { productMessages } from '../lib/catalogue/messages.ts'
import { type VariantQuery, variantUrl } from '../lib/catalogue/product-url.ts'
import { t } from '../lib/i18n/translate.ts'
import formStyles from '../styles/product-form.css?inline'
import styles from '../styles/quick-view.css?inline'
import { closeOnBack } from './close-on-back.ts'
import { listenToProductForms } from './product-form.ts'
import { announceSection, fetchSection } from './section-html.ts'

let dialog: HTMLDialogElement | undefined
let filling: AbortController | undefined

/**
 * Shows a product's fragment, in the choice of `query`, in a `<dialog>`, which the first call creates.
 * docs/requirements.md#1111-wishlist-and-quick-view
 */
export function openQuickView(id: string, query: VariantQuery): void {
  dialog ??= createDialog()
  void fill(dialog, variantUrl(id, query).replace('/product/', '/fragments/quick-view/'))
  // Toasts must be in the dialog: everything outside is inert while it is open.
  const toasts = document.getElementById('toasts')
  if (toasts) dialog.append(toasts)
  if (dialog.open) return
  dialog.showModal()
  closeOnBack(dialog)
}

/** Loads a product into the dialog and aborts an earlier request in flight. */
async function fill(view: HTMLDialogElement, path: string): Promise<void> {
  const content = view.querySelector<HTMLElement>('[data-content]')
  if (!content) return
  filling?.abort()
  filling = new AbortController()
  const { signal } = filling
  content.textContent = ''
  content.ariaBusy = 'true'
  try {
    content.innerHTML = await fetchSection(path, signal)
  } catch {
    if (signal.aborted) return
    content.textContent = t(productMessages.failed)
  }
  content.ariaBusy = null
  announceSection()
}

function createDialog(): HTMLDialogElement {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(formStyles + styles)
  document.adoptedStyleSheets.push(sheet)
  const view = document.createElement('dialog')
  view.className = 'quick-view-dialog'
  view.ariaLabel = t('Quick View')
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'quick-view-close'
  close.ariaLabel = t('Close')
  close.textContent = '×'
  const content = document.createElement('div')
  content.dataset.content = ''
  view.append(close, content)
  document.body.append(view)

  close.addEventListener('click', () => view.close())
  closeFromOutside(view)
  view.addEventListener('close', () => {
    const toasts = document.getElementById('toasts')
    if (toasts) document.body.append(toasts)
  })
  listenToProductForms(view, () => view.close())
  return view
}

/** Closes on a press that starts outside the dialog, except the second press of a double click that opened it. */
function closeFromOutside(view: HTMLDialogElement): void {
  let isOutside = false
  view.addEventListener('pointerdown', ({ clientX, clientY }) => {
    const { left, right, top, bottom } = view.getBoundingClientRect()
    isOutside = clientX < left || clientX > right || clientY < top || clientY > bottom
  })
  view.addEventListener('click', ({ detail }) => {
    if (isOutside && detail < 2) view.close()
    isOutside = false
  })
}
