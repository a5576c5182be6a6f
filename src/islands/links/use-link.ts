import { useState } from 'react'

import { StatusError } from '../../lib/api-client/errors.ts'
import { type Loading, useLoad } from '../ui/Loading.tsx'
import { useReturn } from '../ui/page-hooks.ts'

interface LinkLoading<T> extends Loading<T> {
  token: string
  /** The link leads to nothing. */
  isWrong: boolean
  /** Shows this in place of what was loaded. */
  show: (changed: T) => void
}

/** Loads what the link of this page leads to, and again when the shopper returns. Its token is the last part of the path. */
export function useLink<T>(load: (token: string) => Promise<T>): LinkLoading<T> {
  const [token] = useState(() => location.pathname.replace(/\/$/, '').split('/').at(-1) ?? '')
  const [isWrong, setWrong] = useState(false)
  const [changed, setChanged] = useState<T>()
  const { loaded, reload } = useLoad(
    () => load(token),
    (error) => setWrong(error instanceof StatusError && error.status === 404),
  )
  function loadAgain(): void {
    setChanged(undefined)
    reload()
  }

  useReturn(loadAgain)
  return {
    loaded: loaded.status === 'ready' && changed !== undefined ? { ...loaded, value: changed } : loaded,
    reload: loadAgain,
    show: (value) => setChanged(() => value),
    token,
    isWrong,
  }
}
