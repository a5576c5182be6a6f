/** Open dialogs and popovers, each with a history entry of its own, which Back leaves. */
const overlays: HTMLElement[] = []
/** While the page is being left, `history.go` would stop the navigation. */
let isLeaving = false

/**
 * Makes Back close an open dialog or popover instead of leaving the page, also in browsers without close requests for
 * Back. Closed in any other way, it takes its history entry along. docs/requirements.md#1032-back-and-what-is-open
 */
export function closeOnBack(overlay: HTMLElement): void {
  isLeaving = false
  overlays.push(overlay)
  const state = history.state as object | null
  // Going back to an address with a fragment would move the focus to its target.
  history.replaceState(state, '', location.pathname + location.search)
  history.pushState({ ...state, overlays: overlays.length }, '')
}

for (const type of ['close', 'toggle']) document.addEventListener(type, untrack, true)
document.addEventListener('toggle', track, true)
addEventListener('popstate', () => {
  for (const overlay of overlays.splice(overlaysOfEntry())) close(overlay)
  removeHistoryEntries()
})
// A form in an overlay closes it and opens the next page.
addEventListener('submit', ({ defaultPrevented }) => (isLeaving = !defaultPrevented))
addEventListener('pagehide', () => (isLeaving = true))
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  isLeaving = false
  removeHistoryEntries()
})

for (const popover of document.querySelectorAll<HTMLElement>('[popover]'))
  if (isOpen(popover)) closeOnBack(popover)

/** Tracks a popover, which opens without a script. */
function track({ target }: Event): void {
  if (target instanceof HTMLElement && target.popover && isOpen(target) && !overlays.includes(target))
    closeOnBack(target)
}

function untrack({ target }: Event): void {
  const index = overlays.findIndex((overlay) => overlay === target)
  if (index === -1 || isOpen(overlays[index])) return
  overlays.splice(index, 1)
  removeHistoryEntries()
}

/** Removes the history entries of overlays that are no longer open, by going back over them. */
function removeHistoryEntries(): void {
  const surplus = overlaysOfEntry() - overlays.length
  if (surplus > 0 && !isLeaving) history.go(-surplus)
}

/** Returns the number of overlays that were open at this history entry. */
function overlaysOfEntry(): number {
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
