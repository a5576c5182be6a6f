import ManageAccounts from '@mui/icons-material/ManageAccountsOutlined'
import MenuIcon from '@mui/icons-material/Menu'
import { BottomNavigation, BottomNavigationAction, Box, ListItemIcon, MenuItem, Paper } from '@mui/material'
import {
  AppBar,
  Layout,
  RefreshIconButton,
  Logout,
  Menu,
  TitlePortal,
  UserMenu,
  useSidebarState,
  useUserMenu,
  type LayoutProps,
} from 'react-admin'
import { useGetIdentity, usePermissions, useTranslate } from 'ra-core'
import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { BarePage } from '../sign-in/BarePage.tsx'
import { useSession } from '../api-client/session.ts'
import { useIsPhone } from '../ui/phone.ts'
import { SCREENS } from './screens.ts'

const SecondFactor = lazy(() => import('../account/SecondFactor.tsx'))

/** react-admin's layout with the screens of the role; a phone has a bar at the bottom, for the thumb. */
export function ConsoleLayout({ children, ...props }: LayoutProps) {
  const isPhone = useIsPhone()
  const session = useSession()
  if (session?.needsSecondFactor)
    return (
      <BarePage title="Set up an authenticator app">
        <Suspense>
          <SecondFactor />
        </Suspense>
      </BarePage>
    )
  return (
    <Layout {...props} appBar={ConsoleBar} menu={ConsoleMenu}>
      <Box
        sx={{
          paddingBottom: isPhone ? 9 : 2,
          maxWidth: isPhone ? 'calc(100vw - 16px)' : '100vw',
          overflowX: 'clip',
        }}
      >
        {children}
      </Box>
      {isPhone && <PhoneBar />}
    </Layout>
  )
}

function ConsoleBar() {
  return (
    <AppBar color="primary" alwaysOn toolbar={<RefreshIconButton />} userMenu={<AccountMenu />}>
      <TitlePortal />
    </AppBar>
  )
}

function AccountMenu() {
  const { identity } = useGetIdentity()
  return (
    <UserMenu label={identity?.fullName ?? 'ra.auth.user_menu'}>
      <AccountLink />
      <Logout />
    </UserMenu>
  )
}

function AccountLink() {
  const t = useTranslate()
  const { onClose } = useUserMenu() ?? {}
  return (
    <MenuItem component={Link} to="/account" onClick={onClose}>
      <ListItemIcon>
        <ManageAccounts fontSize="small" />
      </ListItemIcon>
      {t('My account')}
    </MenuItem>
  )
}

function ConsoleMenu() {
  const t = useTranslate()
  return (
    <Menu aria-label={t('Screens')}>
      {useOfferedScreens().map(({ path, title, Icon }) => (
        <Menu.Item key={path} to={path} primaryText={t(title)} leftIcon={<Icon />} />
      ))}
    </Menu>
  )
}

function PhoneBar() {
  const t = useTranslate()
  const { pathname } = useLocation()
  const [isOpen, setIsOpen] = useSidebarState()
  const shown = useOfferedScreens().slice(0, 3)
  const current = shown.findLast(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  return (
    <Paper
      component="nav"
      aria-label={t('Main screens')}
      elevation={4}
      className="no-print"
      sx={{
        position: 'fixed',
        insetInline: 0,
        bottom: 0,
        zIndex: 'appBar',
        paddingBottom: 'env(safe-area-inset-bottom)',
      }}
    >
      <BottomNavigation showLabels value={current?.path ?? false} sx={{ height: 60 }}>
        {shown.map(({ path, title, Icon }) => (
          <BottomNavigationAction
            key={path}
            value={path}
            label={t(title)}
            icon={<Icon />}
            component={Link}
            to={path}
            {...(path === current?.path && { 'aria-current': 'page' as const })}
          />
        ))}
        <BottomNavigationAction
          label={t('More')}
          icon={<MenuIcon />}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
      </BottomNavigation>
    </Paper>
  )
}

function useOfferedScreens() {
  const { permissions } = usePermissions<string[]>()
  return SCREENS.filter(({ permission }) => permissions?.includes(permission))
}
