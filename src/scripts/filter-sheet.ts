import { filterMessages } from '../lib/catalogue/messages.ts'
import { fill, t } from '../lib/i18n/translate.ts'

let counting: AbortController | undefined

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return
  // A click on the backdrop has the dialog itself as its target, and so has one on its padding.
  const isOutside = event.target instanceof HTMLDialogElement && isBeside(event.target, event)
  if (isOutside || event.target.closest('[data-close-filters]')) closeSheet(event.target)
})
document.addEventListener('submit', ({ target }) => {
  if (target instanceof HTMLFormElement) closeSheet(target.querySelector('.filter-sheet'))
})
document.addEventListener('change', ({ target }) => {
  const form = target instanceof HTMLInputElement && target.closest<HTMLFormElement>('[data-filters]')
  if (form) void count(form)
})
// The browser closes a dialog on Escape and on the back gesture of a phone. The event does not bubble.
document.addEventListener('close', ({ target }) => restore(target), true)

/** Shows the filters of a phone as a modal sheet over the page. docs/requirements.md#118-facets */
export function openSheet(panel: Element): void {
  const sheet = panel.querySelector<HTMLDialogElement>('.filter-sheet')
  if (!sheet) return
  panel.toggleAttribute('open', true)
  sheet.close()
  sheet.showModal()
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
export function showCount(part: Element): void {
  const button = part.querySelector<HTMLElement>('[data-show-products]')
  if (!button) return
  const found = button.dataset.showProducts ?? ''
  const { one, many } = filterMessages.show
  button.textContent = /^\d+$/.test(found)
    ? fill(t(found === '1' ? one : many), { count: found })
    : t('Show products')
}
