import { useMediaQuery, type Theme } from '@mui/material'

/** Height of the bar of main screens on a phone. */
export const PHONE_BAR = 'calc(60px + env(safe-area-inset-bottom))'

export function useIsPhone(): boolean {
  return useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
}
