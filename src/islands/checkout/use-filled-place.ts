import { type RefObject, useRef } from 'react'

import { fillField } from './fill-field.ts'

interface Place {
  city?: string | undefined
  state?: string | undefined
}

/**
 * Returns the function that fills city and state of a PIN code: where they are empty, or still what the PIN code before
 * has filled. docs/requirements.md#1121-pincodes
 */
export function useFilledPlace(section: RefObject<HTMLElement | null>): (place: Place) => void {
  const filled = useRef<Place>({})
  return ({ city = '', state = '' }) => {
    fillField(section.current, 'city', city, filled.current.city ?? '')
    fillField(section.current, 'state', state, filled.current.state ?? '')
    filled.current = { city, state }
  }
}
