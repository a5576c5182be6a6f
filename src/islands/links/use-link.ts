import { useState } from 'react'

import { StatusError } from '../../lib/api-client/errors.ts'
import { type Loading, useLoad } from '../ui/Loading.tsx'
import { useReturn } from '../ui/page-hooks.ts'

interface LinkLoading<T> extends Loading<T> {
  token: string
  /** The link leads to nothing. */
  isWrong: boolean
}

/** Loads what the link of this page leads to, and again when the shopper returns. Its token is the last part of the path. */
export function useLink<T>(load: (token: string) => Promise<T>): LinkLoading<T> {
  const [token] = useState(() => location.pathname.replace(/\/$/, '').split('/').at(-1) ?? '')
  const [isWrong, setWrong] = useState(false)
  const loading = useLoad(
    () => load(token),
    (error) => setWrong(error instanceof StatusError && error.status === 404),
  )
  useReturn(loading.reload)
  return { ...loading, token, isWrong }
}
