import { fill, t } from '../lib/i18n/translate.ts'
import styles from '../styles/filter-sheet.css?inline'
import { closeOnBack } from './close-on-back.ts'

const sheetStyles = new CSSStyleSheet()
sheetStyles.replaceSync(styles)
document.adoptedStyleSheets.push(sheetStyles)

let counting: AbortController | undefined

document.addEventListener('click', (event) => {
  // A click on the backdrop has the dialog itself as its target, and so has one on its padding.
  if (event.target instanceof HTMLDialogElement && isBeside(event.target, event)) closeSheet(event.target)
})
document.addEventListener('submit', ({ target }) => {
  if (target instanceof HTMLFormElement) closeSheet(target.querySelector('.filter-sheet'))
})
document.addEventListener('change', ({ target }) => {
  const form = target instanceof HTMLInputElement && target.closest<HTMLFormElement>('[data-filters]')
  if (form) void count(form)
})
// Escape and Back close the dialog, too. The event does not bubble.
document.addEventListener('close', ({ target }) => restore(target), true)

/** Shows the filters with their number of products; on phones as a modal sheet. docs/requirements.md#118-facets */
export function openFilters(panel: Element, isSheet: boolean): void {
  showCount(panel)
  if (isSheet) openSheet(panel)
}

function openSheet(panel: Element): void {
  const sheet = panel.querySelector<HTMLDialogElement>('.filter-sheet')
  if (!sheet) return
  if (!sheet.querySelector('.filter-sheet-head')) sheet.prepend(createHead(sheet.ariaLabel ?? ''))
  panel.toggleAttribute('open', true)
  sheet.close()
  sheet.showModal()
  closeOnBack(sheet)
}

function createHead(title: string): HTMLElement {
  const head = document.createElement('div')
  head.className = 'filter-sheet-head'
  const close = document.createElement('button')
  close.type = 'button'
  close.ariaLabel = t('Close')
  close.textContent = '×'
  close.addEventListener('click', () => closeSheet(close))
  head.append(title, close)
  return head
}

function closeSheet(inside: Element | null): void {
  const sheet = inside?.closest<HTMLDialogElement>('.filter-sheet:modal')
  sheet?.close()
}

/** Puts the filters back into the page, folded. */
function restore(target: EventTarget | null): void {
  if (!(target instanceof HTMLDialogElement) || !target.matches('.filter-sheet') || target.open) return
  target.parentElement?.removeAttribute('open')
  target.setAttribute('open', '')
}

function isBeside(sheet: Element, { clientY }: MouseEvent): boolean {
  return clientY < sheet.getBoundingClientRect().top
}

async function count(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector<HTMLElement>('[data-show-products]')
  if (!button) return
  counting?.abort()
  counting = new AbortController()
  const { signal } = counting
  const fields = [...new FormData(form)].filter((pair): pair is [string, string] => pair[1] !== '')
  try {
    const response = await fetch(`/fragments/listing-count?${new URLSearchParams(fields)}`, { signal })
    const found = response.ok ? (await response.text()).trim() : ''
    button.dataset.showProducts = found
  } catch {
    if (signal.aborted) return
    button.dataset.showProducts = ''
  }
  showCount(form)
}

/** Shows the number of products on the button of the filters; without a number, "Show products". */
function showCount(part: Element): void {
  const button = part.querySelector<HTMLElement>('[data-show-products]')
  if (!button) return
  const { showProducts: count = '' } = button.dataset
  const isCounted = /^\d+$/.test(count)
  const sentence = count === '1' ? t('Show {count} product') : t('Show {count} products')
  button.textContent = isCounted ? fill(sentence, { count }) : t('Show products')
}
