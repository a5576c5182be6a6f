/** Open dialogs and popovers, each with a history entry of its own, which Back leaves. */
const overlays: HTMLElement[] = []
/** While the page is being left, `history.go` would stop the navigation. */
let isLeaving = false

/**
 * Makes Back close an open dialog or popover instead of leaving the page, in browsers without close requests for Back too.
 * Closed in any other way, it takes its history entry along. docs/requirements.md#1032-back-and-what-is-open
 */
export function closeOnBack(overlay: HTMLElement): void {
  isLeaving = false
  overlays.push(overlay)
  const state = history.state as object | null
  history.pushState({ ...state, overlays: overlays.length }, '')
}

for (const type of ['close', 'toggle']) document.addEventListener(type, forget, true)
document.addEventListener('toggle', remember, true)
addEventListener('popstate', () => {
  for (const overlay of overlays.splice(markedOverlays())) close(overlay)
  leaveMarks()
})
// A form in an overlay closes it and opens the next page.
addEventListener('submit', ({ defaultPrevented }) => (isLeaving = !defaultPrevented))
addEventListener('pagehide', () => (isLeaving = true))
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  isLeaving = false
  leaveMarks()
})

for (const popover of document.querySelectorAll<HTMLElement>('[popover]'))
  if (isOpen(popover)) closeOnBack(popover)
leaveMarks()

/** Popovers open without a script. */
function remember({ target }: Event): void {
  if (target instanceof HTMLElement && target.popover && isOpen(target) && !overlays.includes(target))
    closeOnBack(target)
}

function forget({ target }: Event): void {
  const index = overlays.findIndex((overlay) => overlay === target)
  if (index === -1 || isOpen(overlays[index])) return
  overlays.splice(index, 1)
  leaveMarks()
}

/** Leaves the history entries whose overlay is no longer open. */
function leaveMarks(): void {
  const surplus = markedOverlays() - overlays.length
  if (surplus > 0 && !isLeaving) history.go(-surplus)
}

/** Number of overlays that were open at this history entry. */
function markedOverlays(): number {
  const { overlays: count } = (history.state ?? {}) as { overlays?: unknown }
  return typeof count === 'number' ? count : 0
}

function isOpen(overlay: HTMLElement | undefined): boolean {
  return overlay?.matches(overlay.popover ? ':popover-open' : ':modal') ?? false
}

function close(overlay: HTMLElement): void {
  if (overlay.popover) overlay.hidePopover()
  else if (overlay instanceof HTMLDialogElement) overlay.close()
}
