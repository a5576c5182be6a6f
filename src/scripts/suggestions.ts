import { fetchSection } from './section-html.ts'

const PAUSE_MS = 150
const LETTERS_MIN = 2
/** Underlined, because forced colours remove backgrounds. */
const CHOSEN = ['bg-sunken', 'underline']

const searchField = document.querySelector<HTMLInputElement>('[data-suggests]')
if (searchField) suggestWhileTyping(searchField)

/**
 * Shows suggestions below a search field while the shopper types, as a combobox. Arrow keys move through the list,
 * Enter follows the chosen link or searches for the text, Escape closes. Stays closed when the shop's server has no
 * suggestions or fails. docs/requirements.md#116-suggestions
 */
function suggestWhileTyping(field: HTMLInputElement): void {
  const list = document.createElement('div')
  const status = document.createElement('p')
  let request: AbortController | undefined
  let timer: number | undefined
  let chosen = -1

  list.id = 'suggestions'
  list.role = 'listbox'
  list.ariaLabel = field.dataset.suggests ?? ''
  list.className =
    'absolute inset-x-0 z-50 overflow-y-auto rounded-lg border border-line bg-raised pb-2 shadow-overlay'
  // Inline, because a style sheet would burden every page.
  Object.assign(list.style, { top: 'calc(100% + 0.25rem)', maxHeight: 'min(30rem, 60dvh)' })
  list.hidden = true
  status.role = 'status'
  status.className = 'sr-only'
  field.parentElement?.append(list, status)
  field.role = 'combobox'
  field.ariaExpanded = 'false'
  field.setAttribute('aria-controls', list.id)
  field.ariaAutoComplete = 'list'

  field.addEventListener('input', loadSoon)
  field.addEventListener('keydown', onKey)
  field.addEventListener('blur', close)
  field.addEventListener('focus', loadSoon)
  field.form?.addEventListener('submit', close)
  // Keep the focus in the field while a link is pressed.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  if (field.value !== field.defaultValue) loadSoon()

  function loadSoon(): void {
    clearTimeout(timer)
    request?.abort()
    // The choice belongs to the previous text.
    choose(-1)
    const text = field.value.trim()
    if (text.length < LETTERS_MIN || text === field.defaultValue.trim()) return close()
    timer = window.setTimeout(() => void load(text), PAUSE_MS)
  }

  async function load(text: string): Promise<void> {
    const { signal } = (request = new AbortController())
    try {
      const html = await fetchSection(`/fragments/suggestions?search=${encodeURIComponent(text)}`, signal)
      if (signal.aborted) return
      list.innerHTML = html
      choose(-1)
      for (const [index, option] of options().entries()) option.id = `suggestion-${index}`
      setOpen(options().length > 0)
      status.textContent = list.querySelector<HTMLElement>('[data-status]')?.dataset.status ?? ''
    } catch {
      if (!signal.aborted) close()
    }
  }

  function onKey(event: KeyboardEvent): void {
    if (event.isComposing || list.hidden) return
    const { length } = options()
    switch (event.key) {
      case 'ArrowDown':
        choose(chosen + 1 < length ? chosen + 1 : -1)
        break
      case 'ArrowUp':
        choose(chosen === -1 ? length - 1 : chosen - 1)
        break
      case 'Escape':
        close()
        break
      case 'Enter':
        if (chosen === -1) return
        options()[chosen]?.click()
        break
      default:
        return
    }
    event.preventDefault()
  }

  function options(): HTMLElement[] {
    return [...list.querySelectorAll<HTMLElement>('[role=option]')]
  }

  /** Marks a suggestion; -1 marks none and returns to the text. */
  function choose(index: number): void {
    chosen = index
    for (const [place, option] of options().entries()) {
      const isChosen = place === index
      option.ariaSelected = String(isChosen)
      for (const name of CHOSEN) option.classList.toggle(name, isChosen)
      if (isChosen) option.scrollIntoView({ block: 'nearest' })
    }
    if (index === -1) field.removeAttribute('aria-activedescendant')
    else field.setAttribute('aria-activedescendant', `suggestion-${index}`)
  }

  function setOpen(isOpen: boolean): void {
    list.hidden = !isOpen
    field.ariaExpanded = String(isOpen)
  }

  function close(): void {
    clearTimeout(timer)
    request?.abort()
    setOpen(false)
    choose(-1)
    status.textContent = ''
  }
}
