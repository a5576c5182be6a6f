/** Places to save an address, in the `data-remember` of their checkboxes. The checkboxes are no fields of the form. */
export type RememberPlace = 'device' | 'api'

/** Where the shopper chose to save the address. docs/requirements.md#1122-addresses */
export interface RememberChoices {
  onDevice: boolean
  atApi: boolean
}

export function readRememberChoices(form: HTMLFormElement | null): RememberChoices {
  const isChosen = (place: RememberPlace) => Boolean(form?.querySelector(`[data-remember=${place}]:checked`))
  return { onDevice: isChosen('device'), atApi: isChosen('api') }
}
