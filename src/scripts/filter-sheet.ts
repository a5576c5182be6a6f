import { fill, t } from '../lib/i18n/translate.ts'
import styles from '../styles/filter-sheet.css?inline'
import { closeOnBack } from './close-on-back.ts'
import { fetchSection } from './section-html.ts'

const sheetStyles = new CSSStyleSheet()
sheetStyles.replaceSync(styles)
document.adoptedStyleSheets.push(sheetStyles)

/** Milliseconds without a key before a typed price counts. */
const TYPING_MS = 400

let counting: AbortController | undefined
let typing: ReturnType<typeof setTimeout> | undefined

document.addEventListener('click', (event) => {
  // A click on the backdrop has the dialog itself as its target, and so has one on its padding.
  if (event.target instanceof HTMLDialogElement && isBeside(event.target, event)) closeSheet(event.target)
})
document.addEventListener('submit', ({ target }) => {
  clearTimeout(typing)
  if (target instanceof HTMLFormElement) closeSheet(target.querySelector('.filter-sheet'))
})
// A price that is typed on the sheet counts before its field is left.
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.type !== 'number') return
  const { form } = target
  if (!form || !target.closest('.filter-sheet:modal')) return
  clearTimeout(typing)
  typing = setTimeout(() => void countChoices(form), TYPING_MS)
})
// Show the whole of a group that opens below the sheet's end or behind its button.
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.open && target.closest('.filter-sheet:modal'))
      target.scrollIntoView({ block: 'nearest' })
  },
  true,
)
// Escape and Back close the dialog, too. The event does not bubble.
document.addEventListener('close', ({ target }) => restore(target), true)
// The page returns with the choices of its address (listing.ts), and with the counts of those that were sent from it.
window.addEventListener('pageshow', ({ persisted }) => {
  const form = document.querySelector<HTMLFormElement>('[data-filters]')
  if (persisted && counting && form) void countChoices(form)
})

/** Opens the filters as a sheet. docs/requirements.md#118-facets */
export function openSheet(): void {
  const sheet = document.querySelector<HTMLDialogElement>('.filter-sheet')
  if (!sheet) return
  if (!sheet.querySelector('.filter-sheet-head')) sheet.prepend(createHead(sheet.ariaLabel ?? ''))
  showTotal(sheet)
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

/** Puts the filters back into the page. */
function restore(target: EventTarget | null): void {
  if (target instanceof HTMLDialogElement && target.matches('.filter-sheet')) target.setAttribute('open', '')
}

function isBeside(sheet: Element, { clientY }: MouseEvent): boolean {
  return clientY < sheet.getBoundingClientRect().top
}

/** Shows what the choices of the form leave: the number of products, and that of each other choice. */
export async function countChoices(form: HTMLFormElement): Promise<void> {
  clearTimeout(typing)
  counting?.abort()
  counting = new AbortController()
  const { signal } = counting
  const fields = [...new FormData(form)].filter((pair): pair is [string, string] => pair[1] !== '')
  const counted = document.createElement('div')
  try {
    counted.innerHTML = await fetchSection(`/fragments/filters?${new URLSearchParams(fields)}`, signal)
  } catch {
    if (signal.aborted) return
  }
  const button = form.querySelector<HTMLElement>('[data-show-products]')
  const total = counted.querySelector<HTMLElement>('[data-show-products]')?.dataset.showProducts
  if (button) button.dataset.showProducts = total ?? ''
  showTotal(form)
  if (total !== undefined) copyCounts(form, counted)
}

/** A choice that is not among the counted ones leaves no product. */
function copyCounts(form: HTMLFormElement, counted: HTMLElement): void {
  const counts = new Map(
    [...counted.querySelectorAll<HTMLInputElement>('.choice input')].map((input) => [
      choiceKey(input),
      input.parentElement?.querySelector('small')?.textContent,
    ]),
  )
  for (const input of form.querySelectorAll<HTMLInputElement>('.choice input')) {
    const shown = input.parentElement?.querySelector('small')
    if (!shown) continue
    shown.textContent = counts.get(choiceKey(input)) ?? '(0)'
    input.parentElement?.toggleAttribute('data-empty', shown.textContent === '(0)')
  }
}

function choiceKey({ name, value }: HTMLInputElement): string {
  return `${name}=${value}`
}

/** Shows the number of products on the button of the filters; without a number, "Show products". */
function showTotal(part: Element): void {
  const button = part.querySelector<HTMLElement>('[data-show-products]')
  if (!button) return
  const { showProducts: count = '' } = button.dataset
  const isCounted = /^\d+$/.test(count)
  const sentence = count === '1' ? t('Show {count} product') : t('Show {count} products')
  button.textContent = isCounted ? fill(sentence, { count }) : t('Show products')
}
