export type PageState = typeof import('./page-state.ts')

let state: Promise<PageState> | undefined

/**
 * Loads what a page needs once it is used: cart, session and toasts, and the code of its cards. The next call tries again
 * after a failure.
 */
export function loadState(): Promise<PageState> {
  state ??= Promise.all([import('./page-state.ts'), loadCards()]).then(
    ([loaded]) => loaded,
    (error: unknown) => {
      state = undefined
      throw error
    },
  )
  return state
}

/** Loads the code of cards, of rows of cards and of swatches where the page has them. */
export async function loadCards(): Promise<void> {
  await Promise.all([
    document.querySelector('[data-card], [data-more], [data-row]') && import('./cards.ts'),
    document.querySelector('[data-color]') && import('./card-colors.ts'),
  ])
}
