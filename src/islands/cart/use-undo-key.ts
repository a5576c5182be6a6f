import { useEffect, useEffectEvent } from 'react'

import { dismissToast, $toasts } from '../../lib/platform/toasts.ts'

/**
 * Runs the button of the newest toast on Ctrl+Z or ⌘Z outside of text fields, and then `onUndone`. A toast's button is
 * far from the cart in the tab order.
 */
export function useUndoKey(onUndone: () => void): void {
  const undo = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
    if (event.target instanceof Element && event.target.closest('input, textarea')) return
    const toast = $toasts.get().findLast(({ action }) => action)
    if (!toast?.action) return
    event.preventDefault()
    dismissToast(toast.id)
    toast.action.run()
    onUndone()
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => undo(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
