import { fill, t } from '../lib/i18n/translate.ts'
import styles from '../styles/gallery-zoom.css?inline'
import { closeOnBack } from './close-on-back.ts'

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
  const links = [
    ...document.querySelectorAll<HTMLAnchorElement>('.gallery-pictures li:not([hidden]) a:has(img)'),
  ]
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
  const hasOthers = panes.length > 1
  const bar = box('zoom-bar', [...(hasOthers ? [place] : []), smaller, larger, close])
  const track = box(
    'zoom-track',
    panes.map(({ element }) => element),
  )
  // A scrollable element must be focusable.
  track.tabIndex = 0
  track.role = 'group'
  const view = box('zoom-view', hasOthers ? [previous, track, next] : [track])
  const dialog = document.createElement('dialog')
  dialog.className = 'zoom'
  dialog.ariaLabel = track.ariaLabel = t('Product pictures')
  dialog.append(bar, view)
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
    // The gallery scrolls to the picture shown last.
    links[shown]?.focus()
  })
  dialog.showModal()
  closeOnBack(dialog)
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
    // A screen reader would announce the same text again.
    const text = placeText()
    if (place.textContent !== text) place.textContent = text
  }

  /** The number of the picture, and its text in the catalogue where it has one. */
  function placeText(): string {
    const text = fill(t('Picture {number} of {count}'), { number: shown + 1, count: panes.length })
    const caption = links[shown]?.dataset.caption
    return caption ? `${text}: ${caption}` : text
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

/** One zoomable picture: its zoom level and visible part. */
export interface ZoomPane {
  element: HTMLElement
  isZoomed(): boolean
  isLargest(): boolean
  /** Zooms by one level around the centre. */
  step(direction: 1 | -1): void
  /** Pans by a part of the screen. */
  move(x: number, y: number): void
  reset(): void
}

interface Point {
  x: number
  y: number
}

/** Position of a touch or pointer in the window. */
type Position = Pick<MouseEvent, 'clientX' | 'clientY'>

/** Until the picture has loaded, its natural size is unknown. */
const LARGEST_BEFORE_LOAD = 2
const DOUBLE_TAP_MS = 300
/** Fraction of the screen that an arrow key pans. */
const KEY_STEP = 0.2

/** Creates the pane for the picture behind `link`; calls `onLevel` when its zoom level changes. */
export function createZoomPane(link: HTMLAnchorElement, onLevel: () => void): ZoomPane {
  const small = link.querySelector('img')
  const element = document.createElement('div')
  const image = document.createElement('img')
  image.src = link.href
  image.alt = small?.alt ?? ''
  image.loading = 'lazy'
  image.draggable = false
  // Show the loaded small picture until the large one arrives.
  if (small?.currentSrc) image.style.backgroundImage = `url("${small.currentSrc}")`
  image.addEventListener('load', () => {
    image.style.removeProperty('background-image')
    zoomTo(level, middle())
  })
  element.append(image)

  let level = 1
  let lastTap = -DOUBLE_TAP_MS
  const middle = (): Point => ({ x: element.clientWidth / 2, y: element.clientHeight / 2 })

  /** The level at which one pixel of the picture is one CSS pixel. */
  function largest(): number {
    const { naturalWidth, naturalHeight } = image
    if (naturalWidth === 0) return LARGEST_BEFORE_LOAD
    return Math.max(1, naturalWidth / element.offsetWidth, naturalHeight / element.offsetHeight)
  }

  /** Zooms and keeps the point `about`, in pixels of the pane, in place. */
  function zoomTo(wanted: number, about: Point): void {
    const next = Math.min(Math.max(wanted, 1), largest())
    const ratio = next / level
    const left = (element.scrollLeft + about.x) * ratio - about.x
    const top = (element.scrollTop + about.y) * ratio - about.y
    level = next
    element.toggleAttribute('data-zoomed', level > 1)
    image.style.width = image.style.height = `${level * 100}%`
    element.scrollTo({ left, top, behavior: 'instant' })
    onLevel()
  }

  const pointOf = ({ clientX, clientY }: Position): Point => {
    const { left, top } = element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  image.addEventListener('click', (event) => {
    const isTouch = event instanceof PointerEvent && event.pointerType === 'touch'
    const isSecondTap = event.timeStamp - lastTap < DOUBLE_TAP_MS
    lastTap = isSecondTap ? -DOUBLE_TAP_MS : event.timeStamp
    if (!isTouch || isSecondTap) zoomTo(level > 1 ? 1 : 2, pointOf(event))
  })
  listenToPinches(element, {
    level: () => level,
    zoomTo: (wanted, first, second) => {
      const a = pointOf(first)
      const b = pointOf(second)
      zoomTo(wanted, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
    },
  })

  return {
    element,
    isZoomed: () => level > 1,
    isLargest: () => level >= largest(),
    step: (direction) => zoomTo(Math.round(level) + direction, middle()),
    move: (x, y) =>
      element.scrollBy({
        left: x * element.clientWidth * KEY_STEP,
        top: y * element.clientHeight * KEY_STEP,
      }),
    reset: () => zoomTo(1, middle()),
  }
}

interface Pinched {
  level: () => number
  zoomTo: (level: number, first: Position, second: Position) => void
}

/**
 * Handles pinches by two fingers on the screen, where the style sheet's `touch-action` leaves them to this script, or
 * on a touchpad.
 */
function listenToPinches(element: HTMLElement, { level, zoomTo }: Pinched): void {
  let start: { level: number; distance: number } | undefined
  const distanceOf = (a: Touch, b: Touch) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)

  element.addEventListener(
    'touchmove',
    (event) => {
      const [first, second] = event.touches
      if (!first || !second) return
      event.preventDefault()
      const distance = distanceOf(first, second)
      start ??= { level: level(), distance }
      zoomTo((start.level * distance) / start.distance, first, second)
    },
    { passive: false },
  )
  // Touchpads report a pinch as a wheel event with the Control key.
  element.addEventListener('wheel', (event) => {
    if (!event.ctrlKey) return
    event.preventDefault()
    zoomTo(level() * Math.exp(-event.deltaY / 100), event, event)
  })
  for (const end of ['touchend', 'touchcancel'] as const)
    element.addEventListener(end, () => (start = undefined))
}
