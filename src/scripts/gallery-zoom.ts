import { t } from '../lib/i18n/translate.ts'
import styles from '../styles/gallery-zoom.css?inline'
import { createZoomPane, type ZoomPane } from './zoom-pane.ts'

const ARROWS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Shows a product's pictures full screen in their largest width. Swipes and keys change the picture; click, double tap,
 * pinch and `+` zoom; scrolling pans.
 */
export function openZoom(opened: HTMLAnchorElement): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.gallery-pictures a:has(img)')]
  // A picture that failed to load has no entry.
  if (!links.includes(opened)) return
  addStyles()
  let shown = links.indexOf(opened)
  const panes = links.map((link) => createZoomPane(link, showState))
  const pane = (): ZoomPane | undefined => panes[shown]

  const place = document.createElement('p')
  place.role = 'status'
  const previous = button('‹', t('Previous picture'), () => lead(shown - 1))
  const next = button('›', t('Next picture'), () => lead(shown + 1))
  const smaller = button('−', t('Zoom out'), () => pane()?.step(-1))
  const larger = button('+', t('Zoom in'), () => pane()?.step(1))
  const close = button('×', t('Close'), () => dialog.close())
  close.autofocus = true
  const bar = box('zoom-bar', [...(panes.length > 1 ? [place, previous, next] : []), smaller, larger, close])
  const track = box(
    'zoom-track',
    panes.map(({ element }) => element),
  )
  // A scrollable element must be focusable.
  track.tabIndex = 0
  track.role = 'group'
  const dialog = document.createElement('dialog')
  dialog.className = 'zoom'
  dialog.ariaLabel = track.ariaLabel = t('Product pictures')
  dialog.append(bar, track)
  document.body.append(dialog)

  track.addEventListener('scroll', () => {
    const reached = Math.round(track.scrollLeft / track.clientWidth)
    if (reached === shown) return
    pane()?.reset()
    shown = reached
    showState()
  })
  dialog.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !act(event.key)) return
    event.preventDefault()
  })
  dialog.addEventListener('close', () => {
    dialog.remove()
    // Focus the thumbnail of the picture shown last.
    links[shown]?.focus()
  })
  dialog.showModal()
  lead(shown)
  showState()

  function lead(index: number): void {
    track.scrollTo({ left: index * track.clientWidth })
  }

  function showState(): void {
    previous.ariaDisabled = String(shown === 0)
    next.ariaDisabled = String(shown === panes.length - 1)
    smaller.ariaDisabled = String(!pane()?.isZoomed())
    larger.ariaDisabled = String(pane()?.isLargest())
    place.textContent = `${shown + 1} / ${panes.length}`
  }

  /** Handles a key; returns false for any other. */
  function act(key: string): boolean {
    const arrow = ARROWS[key]
    if (arrow && pane()?.isZoomed()) pane()?.move(...arrow)
    else if (arrow) lead(shown + arrow[0])
    else if (key === '+' || key === '=') pane()?.step(1)
    else if (key === '-') pane()?.step(-1)
    else if (key === '0') pane()?.reset()
    else return false
    return true
  }
}

/** Creates a button. At an end it stays focusable, so it is never `disabled`. */
function button(sign: string, name: string, press: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = sign
  made.ariaLabel = name
  made.addEventListener('click', press)
  return made
}

function box(className: string, children: HTMLElement[]): HTMLElement {
  const made = document.createElement('div')
  made.className = className
  made.append(...children)
  return made
}

let sheet: CSSStyleSheet | undefined

/** Adds the styles with this script, because few shoppers need them. */
function addStyles(): void {
  if (sheet) return
  sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
}
