import { createRoot } from 'react-dom/client'

import { SavedForLater } from './SavedForLater.tsx'

/** Shows what is saved for later in `place`, which the cart itself does not wait for. */
export function mountSavedForLater(place: HTMLElement): void {
  createRoot(place).render(<SavedForLater />)
}
