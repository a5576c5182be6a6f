import { useEffect, useRef, useState, type FocusEvent } from 'react'

/**
 * Returns the names of the fields that have lost the focus. During a press, adds them after it: a message that appears
 * earlier would move the pressed element.
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
      // Run after the click event.
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
    // The focus moved within the field, or to another window.
    if (currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement)) return
    if (isPressed.current) waiting.current.push(name)
    else add(name)
  }

  return { touched, markTouched }
}
