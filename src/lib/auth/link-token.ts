/** Names of the tokens in links of e-mails. */
export type LinkName = 'token' | 'confirm' | 'unsubscribe'

/**
 * Takes the token out of the page's fragment, which the browser sends to no server, and out of the history. Returns
 * `undefined` without one.
 */
export function takeLinkToken(name: LinkName): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get(name)
  if (token === null || token === '') return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

/** Loads the page again when another link of an e-mail opens in this tab: only the fragment differs. Returns the end of it. */
export function followLinks(): () => void {
  const reload = () => {
    if (location.hash !== '') location.reload()
  }
  window.addEventListener('hashchange', reload)
  return () => window.removeEventListener('hashchange', reload)
}
