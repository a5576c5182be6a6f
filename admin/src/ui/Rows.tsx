import ChevronRight from '@mui/icons-material/ChevronRight'
import Close from '@mui/icons-material/Close'
import {
  Box,
  Checkbox,
  FormControlLabel,
  IconButton,
  List,
  ListItem,
  ListItemButton,
  ListItemText,
  Paper,
  Typography,
} from '@mui/material'
import { DataTable, ListNoResults } from 'react-admin'
import {
  useCreatePath,
  RecordContextProvider,
  useGetRecordRepresentation,
  useListContext,
  useRecordContext,
  useResourceContext,
  useTranslate,
  type RaRecord,
} from 'ra-core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { PHONE_BAR, useIsPhone } from './phone.ts'

/** Properties of a column of numbers. */
export const RIGHT = { sx: { textAlign: 'right' } } as const

export interface RowsProps<T extends RaRecord> {
  /** The columns of a wide screen. */
  children: ReactNode
  /** The lines of a row on a phone. */
  primary: (record: T) => ReactNode
  secondary?: (record: T) => ReactNode
  picture?: (record: T) => ReactNode
  bulkActions?: ReactNode
  /** The page that a row opens; false when it opens none. */
  opens?: 'show' | 'edit' | false
}

/** The rows of a list: a table, or on a phone lines with boxes to tick. */
export function Rows<T extends RaRecord>({ children, bulkActions, opens = 'show', ...lines }: RowsProps<T>) {
  const isPhone = useIsPhone()
  return (
    <>
      {bulkActions && (
        <Box sx={{ paddingInlineStart: 1 }}>
          <TickAll />
        </Box>
      )}
      {isPhone ? (
        <Lines {...lines} opens={opens} isTickable={Boolean(bulkActions)} />
      ) : (
        <Box sx={{ overflowX: 'auto' }}>
          <DataTable rowClick={opens} bulkActionButtons={false} size="small">
            {bulkActions && <DataTable.Col label="" disableSort field={TickBox} />}
            {children}
            {opens && <DataTable.Col label="" disableSort render={() => <OpenLink opens={opens} />} />}
          </DataTable>
        </Box>
      )}
      {bulkActions && <BulkBar>{bulkActions}</BulkBar>}
    </>
  )
}

/** What can be done with the ticked records; it stays in view at the bottom, on a phone above the main screens. */
function BulkBar({ children }: { children: ReactNode }) {
  const t = useTranslate()
  const { selectedIds, onUnselectItems } = useListContext()
  if (selectedIds.length === 0) return null
  return (
    <Paper
      component="section"
      aria-label={t('ra.action.bulk_actions', { smart_count: selectedIds.length })}
      elevation={6}
      sx={{
        ...{ position: 'sticky', zIndex: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'center' },
        ...{ bottom: { xs: PHONE_BAR, sm: 0 }, paddingInline: 1 },
      }}
    >
      <IconButton aria-label={t('ra.action.unselect')} onClick={() => onUnselectItems()}>
        <Close />
      </IconButton>
      <Typography sx={{ flexGrow: 1 }}>
        {t('ra.action.bulk_actions', { smart_count: selectedIds.length })}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', flexBasis: { xs: '100%', sm: 'auto' } }}>{children}</Box>
    </Paper>
  )
}

/** Ticks the record for the actions of many. react-admin's own box has its name at an element that can't have one. */
function TickBox() {
  const t = useTranslate()
  const record = useRecordContext()
  const { selectedIds, onToggleItem } = useListContext()
  if (!record) return null
  return (
    <Checkbox
      checked={selectedIds.includes(record.id)}
      onClick={(event) => event.stopPropagation()}
      onChange={() => onToggleItem(record.id)}
      slotProps={{ input: { 'aria-label': `${t('ra.action.select_row')}: ${record.id}` } }}
    />
  )
}

/** Opens the record's page by keyboard, as a press on its row does. */
function OpenLink({ opens }: { opens: 'show' | 'edit' }) {
  const t = useTranslate()
  const resource = useResourceContext()
  const record = useRecordContext()
  const createPath = useCreatePath()
  const name = useGetRecordRepresentation(resource)(record)
  if (!record) return null
  return (
    <IconButton
      component={Link}
      to={createPath({ resource, type: opens, id: record.id })}
      aria-label={`${t(`ra.action.${opens}`)}: ${typeof name === 'string' ? name : record.id}`}
    >
      <ChevronRight />
    </IconButton>
  )
}

/** Id of the box that ticks all lines. */
export const TICK_ALL = 'tick-all'

/** Ticks all lines of the page. */
function TickAll() {
  const t = useTranslate()
  const { data = [], selectedIds, onSelect } = useListContext<RaRecord>()
  const isAll = data.length > 0 && data.every(({ id }) => selectedIds.includes(id))
  return (
    <FormControlLabel
      sx={{ marginInline: 0 }}
      label={t('ra.action.select_all')}
      control={
        <Checkbox
          id={TICK_ALL}
          checked={isAll}
          onChange={() => onSelect(isAll ? [] : data.map(({ id }) => id))}
        />
      }
    />
  )
}

function Lines<T extends RaRecord>({
  primary,
  secondary,
  picture,
  isTickable,
  opens,
}: Omit<RowsProps<T>, 'children' | 'bulkActions'> & { isTickable: boolean }) {
  const createPath = useCreatePath()
  const { data, resource, isPending } = useListContext<T>()
  if (isPending) return null
  if (!data || data.length === 0) return <ListNoResults />
  return (
    <List disablePadding>
      {data.map((record) => {
        const text = (
          <>
            {picture?.(record)}
            <ListItemText
              primary={primary(record)}
              secondary={secondary?.(record)}
              slotProps={{ secondary: { component: 'div' } }}
              sx={{ overflowWrap: 'anywhere' }}
            />
          </>
        )
        return (
          <RecordContextProvider key={record.id} value={record}>
            <ListItem disablePadding divider>
              {isTickable && <TickBox />}
              {opens ? (
                <ListItemButton
                  component={Link}
                  to={createPath({ resource, type: opens, id: record.id })}
                  sx={{ paddingInline: isTickable ? 0.5 : 2, gap: 1.5 }}
                >
                  {text}
                </ListItemButton>
              ) : (
                <Box sx={{ padding: 1.5, width: '100%', display: 'flex', gap: 1.5 }}>{text}</Box>
              )}
            </ListItem>
          </RecordContextProvider>
        )
      })}
    </List>
  )
}
