import { Box, List, ListItem, ListItemText } from '@mui/material'
import { LocalesMenuButton, Title, ToggleThemeButton } from 'react-admin'
import { useGetList, useTranslate, type RaRecord } from 'ra-core'

import { useSession } from '../api-client/session.ts'
import { RowAction } from '../ui/RowAction.tsx'
import { Facts, Section } from '../ui/Section.tsx'
import { useFormats } from '../ui/format.ts'
import { roleLabels } from '../ui/words.ts'
import SecondFactor from './SecondFactor.tsx'

interface SessionRow extends RaRecord<string> {
  userAgent: string
  createdAt: string
  usedAt: string
  isThis: boolean
}

/** The own account: who is signed in, where, and the authenticator app. */
export default function Account() {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const session = useSession()
  const { data: sessions } = useGetList<SessionRow>('sessions', { pagination: { page: 1, perPage: 100 } })
  if (!session) return null
  const { staff, shop } = session

  return (
    <Box sx={{ maxWidth: '48rem', paddingBlockStart: 2 }}>
      <Title title="My account" />
      <Section title="Who you are">
        <Facts
          facts={[
            ['Name', staff.name],
            ['Email', staff.email],
            ['Role', t(roleLabels[staff.role] ?? staff.role)],
            ['Shop', shop.name],
          ]}
        />
      </Section>
      <Section title="Looks">
        <Box sx={{ display: 'flex', gap: 1, color: 'text.primary' }}>
          <LocalesMenuButton />
          <ToggleThemeButton />
        </Box>
      </Section>
      <Section title="Where you are signed in">
        <List disablePadding>
          {sessions?.map(({ id, userAgent, usedAt, isThis }) => (
            <ListItem
              key={id}
              disableGutters
              secondaryAction={
                !isThis && (
                  <RowAction
                    label="Sign out"
                    about={userAgent}
                    done="Signed out there."
                    method="DELETE"
                    path={`/sessions/${id}`}
                  />
                )
              }
            >
              <ListItemText
                primary={isThis ? t('This browser') : userAgent}
                secondary={t('Last used %{when}', { when: dateTime(usedAt) })}
                sx={{ overflowWrap: 'anywhere', paddingInlineEnd: 8 }}
              />
            </ListItem>
          ))}
        </List>
      </Section>
      <Section title="Authenticator app">
        <SecondFactor isReplacing />
      </Section>
    </Box>
  )
}
