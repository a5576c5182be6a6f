import type { Theme } from '@mui/material'
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin'

import { PHONE_BAR } from '../ui/phone.ts'

const FONT =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Devanagari', 'Kohinoor Devanagari', 'Nirmala UI', Mangal, sans-serif"

/** What both themes share: a thumb needs 44 px. */
const common = {
  typography: {
    fontFamily: FONT,
    h5: { fontSize: '1.35rem', fontWeight: 600 },
    h6: { fontSize: '1.05rem', fontWeight: 600 },
    button: { textTransform: 'none', fontWeight: 600 },
  },
  shape: { borderRadius: 8 },
  sidebar: { width: 210, closedWidth: 56 },
} satisfies RaThemeOptions

const components = (inherited: RaThemeOptions): RaThemeOptions['components'] => ({
  ...inherited.components,
  MuiCssBaseline: {
    styleOverrides: ({ palette }: Theme) => ({ 'a:not([class])': { color: palette.primary.main } }),
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: { root: { minHeight: 44 } },
  },
  MuiIconButton: { styleOverrides: { root: { minWidth: 44, minHeight: 44 } } },
  MuiTextField: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
  MuiFormControl: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
  MuiTableSortLabel: { styleOverrides: { root: { minHeight: 32, minWidth: 32 } } },
  // A phone has the main screens below.
  RaToolbar: {
    styleOverrides: { root: { '&.RaToolbar-mobileToolbar': { position: 'sticky', bottom: PHONE_BAR } } },
  },
  // What is hidden beyond an edge can't be sticky in it.
  MuiCard: { styleOverrides: { root: { overflow: 'visible' } } },
  MuiMenuItem: { styleOverrides: { root: { minHeight: 44 } } },
  MuiInputBase: { styleOverrides: { root: { minHeight: 44 } } },
  RaListToolbar: { styleOverrides: { root: { backgroundColor: 'transparent !important' } } },
  RaTopToolbar: { styleOverrides: { root: { backgroundColor: 'transparent !important' } } },
  MuiAlert: { defaultProps: { variant: 'outlined' } },
})

const themeOf = (inherited: RaThemeOptions, palette: RaThemeOptions['palette']): RaThemeOptions => ({
  ...inherited,
  ...common,
  palette,
  components: components(inherited),
})

export const lightTheme = themeOf(defaultLightTheme, {
  mode: 'light',
  primary: { main: '#8a2f2b' },
  secondary: { main: '#8a2f2b' },
  background: { default: '#faf7f2', paper: '#ffffff' },
  text: { primary: '#211d1a', secondary: '#6a6058' },
  success: { main: '#1f6b3f' },
  warning: { main: '#7a5200' },
  error: { main: '#a3201f' },
  info: { main: '#1d5896' },
  divider: '#e2d9cd',
})

export const darkTheme = themeOf(defaultDarkTheme, {
  mode: 'dark',
  primary: { main: '#e8a08f' },
  secondary: { main: '#e8a08f' },
  background: { default: '#171412', paper: '#221d1a' },
  text: { primary: '#f3ece2', secondary: '#b5a99b' },
  success: { main: '#7fcf9f' },
  warning: { main: '#e2b54a' },
  error: { main: '#f4a29b' },
  info: { main: '#93c0f2' },
  divider: '#3d352e',
})
