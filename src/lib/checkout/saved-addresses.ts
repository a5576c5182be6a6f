/** Names of the checkboxes that save the address. */
export const REMEMBER_ON_DEVICE = 'rememberOnDevice'
export const REMEMBER_AT_API = 'rememberAtApi'

/** Where the shopper chose to save the address. docs/requirements.md#1122-addresses */
export interface RememberChoices {
  onDevice: boolean
  atApi: boolean
}

export function readRememberChoices(form: HTMLFormElement | null): RememberChoices {
  const data = new FormData(form ?? undefined)
  return { onDevice: data.has(REMEMBER_ON_DEVICE), atApi: data.has(REMEMBER_AT_API) }
}
