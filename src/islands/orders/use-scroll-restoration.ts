import { useEffect, useLayoutEffect } from 'react'

import { parseRecord } from '../../lib/platform/parse-stored.ts'
import { readStored, saveStored, SCROLL_KEY } from '../../lib/platform/storage.ts'
import { navigationType } from '../ui/page-hooks.ts'

/**
 * Restores the scroll position after Back or Forward, once the content that the browser could not wait for is there.
 * docs/requirements.md#107-scrolling-to-the-top
 */
export function useScrollRestoration(isReady: boolean): void {
  useEffect(() => {
    const save = () =>
      saveStored(SCROLL_KEY, { path: location.pathname, top: window.scrollY }, 'sessionStorage')
    window.addEventListener('pagehide', save)
    return () => window.removeEventListener('pagehide', save)
  }, [])
  useLayoutEffect(() => {
    if (!isReady) return
    const { path, top } = parseRecord(readStored(SCROLL_KEY, 'sessionStorage'))
    if (navigationType() === 'back_forward' && path === location.pathname && typeof top === 'number')
      window.scrollTo({ top, behavior: 'instant' })
  }, [isReady])
}
