import { GRID_KEY, PAGE_SIZE } from '@tanabana/contract/constants.ts'
import { saveStored } from '../lib/platform/storage.ts'

const loadSheet = () => import('./filter-sheet.ts')

const root = document.documentElement

const FORMS = '[data-sub-category], [data-filters]'

/** While the page handles a key, a change is that of a closed list. */
let isKeyHandled = false
/** The form of a closed list that keys may change further: Enter submits it, and so does leaving the list. */
let changedForm: HTMLFormElement | undefined

/**
 * Submits the form when a sub-category or sort order is chosen, and counts what a filter leaves.
 * docs/requirements.md#28-product-listing docs/requirements.md#118-facets
 */
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement) {
    if (!target.form?.matches(FORMS)) return
    changedForm = target.form
    if (!isKeyHandled) submitChanged()
  } else if (target instanceof HTMLInputElement && target.form?.matches('[data-filters]')) {
    const { form } = target
    loadSheet().then(
      ({ countChoices }) => countChoices(form),
      // Without the script, the filters keep their counts.
      () => undefined,
    )
  }
})

// A letter changes the list with its own event, after that of the key.
for (const type of ['keydown', 'keypress'] as const)
  document.addEventListener(type, ({ key }) => {
    isKeyHandled = true
    setTimeout(() => (isKeyHandled = false))
    if (key === 'Enter') submitChanged()
  })
document.addEventListener('focusout', () => {
  // Another window leaves the list as it is.
  if (document.hasFocus()) submitChanged()
})

function submitChanged(): void {
  changedForm?.requestSubmit()
  changedForm = undefined
}

// Open closed filters with an invalid field, so that the browser can show its message.
document.addEventListener(
  'invalid',
  () => {
    for (const group of document.querySelectorAll('details:has(:invalid)'))
      group.toggleAttribute('open', true)
  },
  true,
)

/** Leaves empty fields out of the URL. */
document.addEventListener('submit', ({ target }) => {
  if (!(target instanceof HTMLFormElement) || !target.matches(FORMS)) return
  for (const field of fieldsOf(target)) field.disabled = field.value === ''
  showSkeletons()
})

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return
  const columns = event.target.closest<HTMLElement>('[data-columns]')?.dataset.columns
  if (columns) {
    chooseColumns(columns)
    return
  }
  const opener = event.target.closest('[data-open-filters]')
  if (opener) {
    event.preventDefault()
    // Without the script of the sheet, the filters open in the page.
    loadSheet().then(
      (sheet) => sheet.openSheet(),
      () => (location.hash = 'filters'),
    )
    return
  }
  const link = event.target.closest('a')?.closest('[data-loads-listing]')
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  if (link && isPlain) showSkeletons()
})

// After the back/forward cache, restore the products and the choices.
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  document.querySelector('[data-loading]')?.remove()
  document.querySelector('[data-listing]')?.removeAttribute('aria-busy')
  for (const form of document.querySelectorAll<HTMLFormElement>(FORMS)) {
    form.reset()
    for (const field of fieldsOf(form)) field.disabled = false
  }
})

/** Also those outside of the form's element. */
function fieldsOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.elements].filter(
    (field): field is HTMLInputElement => 'value' in field && !(field instanceof HTMLButtonElement),
  )
}

initialize()
document.addEventListener('section-shown', initialize)
showCurrentCategory()

/** Initializes the listing, also one that was pending. */
function initialize(): void {
  markColumns()
  // Translating the page changes the texts of options, which most use as their value.
  for (const option of document.querySelectorAll('option')) option.setAttribute('value', option.value)
}

/** Scrolls the row of categories on phones to the current one, without moving the page. */
function showCurrentCategory(): void {
  const link = document.querySelector<HTMLElement>('.category-row [aria-current]')
  const row = link?.closest('ul')
  if (link && row)
    row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
}

/** Shows 12 skeletons while the next page loads. docs/requirements.md#28-product-listing docs/requirements.md#97-layout */
function showSkeletons(): void {
  const listing = document.querySelector('[data-listing]')
  const card = document.querySelector<HTMLTemplateElement>('#card-skeleton')
  if (!listing || !card || listing.ariaBusy === 'true') return
  const grid = document.createElement('div')
  grid.className = 'product-grid'
  grid.dataset.kind = 'listing'
  grid.dataset.loading = ''
  for (let count = 0; count < PAGE_SIZE; count += 1) grid.append(card.content.cloneNode(true))
  listing.ariaBusy = 'true'
  listing.append(grid)
  window.scrollTo({ top: 0 })
}

function chooseColumns(columns: string): void {
  if (columns === '2') root.dataset.grid = columns
  else delete root.dataset.grid
  saveStored(GRID_KEY, Number(columns))
  markColumns()
}

function markColumns(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-columns]')) {
    button.ariaPressed = String(button.dataset.columns === (root.dataset.grid ?? '3'))
  }
}
