export type PageState = typeof import('./page-state.ts')

let state: Promise<PageState> | undefined

/** Loads what a page needs once it is used: cart, session and toasts. The next call tries again after a failure. */
export function loadState(): Promise<PageState> {
  state ??= import('./page-state.ts').catch((error: unknown) => {
    state = undefined
    throw error
  })
  return state
}

/** Calls `use` with the page's state; without its code, the page says that it is incomplete. */
export function withState(use: (loaded: PageState) => void): void {
  void loadState().then(use, () => undefined)
}
