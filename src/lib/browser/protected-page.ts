import { loginPath } from '../domain/return-path.ts'
import { $session, checkSession } from '../stores/session.ts'

/** To the sign-in page, which comes back here. The page left is no step in the history: going back would loop. */
export function goToLogin(): void {
  location.replace(loginPath(location.pathname + location.search))
}

/**
 * Sends a guest away from this page, now and whenever it comes back from the back/forward cache, where no server
 * guards it, or is shown after somebody has signed out in another tab. The function returned stops the watch.
 * §2 Protected routes
 */
export function guardPage(): () => void {
  const check = () => {
    checkSession()
    // A page that is being left is hidden, too, and goes where it was sent.
    if ($session.get() === 'guest' && !document.hidden) goToLogin()
  }
  check()
  const watch = new AbortController()
  for (const type of ['pageshow', 'visibilitychange']) window.addEventListener(type, check, watch)
  return () => watch.abort()
}
