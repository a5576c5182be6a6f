import { useEffect, useRef, useState, type FocusEvent } from 'react'

/**
 * The names of the fields that the focus has left. A field that is left by a press counts once the press is over: a
 * sentence that appears during it would move what is pressed.
 */
export function useTouchedFields() {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const isPressed = useRef(false)
  const waiting = useRef<string[]>([])

  function add(...names: string[]): void {
    setTouched((known) => new Set([...known, ...names]))
  }

  useEffect(() => {
    const press = () => {
      isPressed.current = true
    }
    const release = () => {
      isPressed.current = false
      // The click comes first.
      setTimeout(() => add(...waiting.current.splice(0)))
    }
    const capture = { capture: true }
    window.addEventListener('pointerdown', press, capture)
    window.addEventListener('pointerup', release, capture)
    window.addEventListener('pointercancel', release, capture)
    return () => {
      window.removeEventListener('pointerdown', press, capture)
      window.removeEventListener('pointerup', release, capture)
      window.removeEventListener('pointercancel', release, capture)
    }
  }, [])

  function markTouched(name: string, { currentTarget, relatedTarget }: FocusEvent): void {
    // To another part of the same field, or to another window.
    if (currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement)) return
    if (isPressed.current) waiting.current.push(name)
    else add(name)
  }

  return { touched, markTouched }
}
