import { productMessages } from '../lib/messages/product.ts'
import { t } from '../lib/messages/translate.ts'
import styles from '../styles/quick-view.css?inline'
import { listenToProductForms } from './product-form.ts'
import { fetchSection } from './section-html.ts'
import { announceSection } from './section-shown.ts'

let dialog: HTMLDialogElement | undefined
let filling: AbortController | undefined

/** Shows a product without leaving the page: its fragment in a `<dialog>` that is made on the first call. docs/requirements.md#1111-wishlist-and-quick-view */
export function openQuickView(id: string): void {
  dialog ??= createDialog()
  void fill(dialog, id)
  // Toasts must stand in the dialog: what lies outside is inert while it is open.
  const toasts = document.getElementById('toasts')
  if (toasts) dialog.append(toasts)
  if (!dialog.open) dialog.showModal()
}

/** The product that is asked for last is the one that is shown: one that is still on its way is given up. */
async function fill(view: HTMLDialogElement, id: string): Promise<void> {
  const content = view.querySelector<HTMLElement>('[data-content]')
  if (!content) return
  filling?.abort()
  filling = new AbortController()
  const { signal } = filling
  content.textContent = ''
  content.ariaBusy = 'true'
  try {
    content.innerHTML = await fetchSection(`/fragments/quick-view/${encodeURIComponent(id)}`, signal)
  } catch {
    if (signal.aborted) return
    content.textContent = t(productMessages.failed)
  }
  content.ariaBusy = null
  announceSection()
}

function createDialog(): HTMLDialogElement {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
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

/** By a press that begins beside the dialog; the second one of who opened it by a double click is none. */
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
