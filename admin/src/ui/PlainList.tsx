import { DataTable, List, TopToolbar, type ListProps } from 'react-admin'
import { usePermissions, type RaRecord } from 'ra-core'
import { Fragment, type ReactNode } from 'react'

import { RIGHT, Rows, type RowsProps } from './Rows.tsx'

export interface Column<T> {
  label: string
  render: (row: T) => ReactNode
  /** The field by which the list can be sorted. */
  sort?: string
  isNumber?: boolean
}

interface Props<T extends RaRecord>
  extends
    Omit<ListProps, 'children' | 'actions'>,
    Pick<RowsProps<T>, 'opens' | 'bulkActions'>,
    Partial<Pick<RowsProps<T>, 'primary' | 'secondary'>> {
  title: string
  columns: Column<T>[]
  /** What can be done with a row. */
  rowActions?: (row: T) => ReactNode
  /** What can be done with the list. */
  actions?: ReactNode
}

/**
 * A list of columns. On a phone a row is `primary` with `secondary` below: unless they are given, the first column and the
 * others.
 */
export function PlainList<T extends RaRecord>({
  columns,
  rowActions,
  actions,
  opens = false,
  bulkActions,
  primary,
  secondary,
  ...props
}: Props<T>) {
  const [first, ...others] = columns
  function below(row: T) {
    return (
      <>
        {others
          .map(({ label, render }) => ({ label, shown: render(row) }))
          .filter(({ shown }) => Boolean(shown) || shown === 0)
          .map(({ label, shown }, at) => (
            <Fragment key={label}>
              {at > 0 && ' · '}
              {shown}
            </Fragment>
          ))}{' '}
        {rowActions?.(row)}
      </>
    )
  }

  return (
    <List
      exporter={false}
      empty={false}
      actions={actions ? <TopToolbar>{actions}</TopToolbar> : false}
      {...props}
    >
      <Rows<T>
        opens={opens}
        bulkActions={bulkActions}
        primary={primary ?? ((row) => first?.render(row))}
        secondary={secondary ?? below}
      >
        {columns.map(({ label, render, sort, isNumber }) => (
          <DataTable.Col
            key={label}
            label={label}
            source={sort}
            disableSort={sort === undefined}
            render={render}
            {...(isNumber ? RIGHT : { sx: { maxWidth: 320, overflowWrap: 'anywhere' } })}
          />
        ))}
        {rowActions && <DataTable.Col label="" disableSort render={rowActions} />}
      </Rows>
    </List>
  )
}

/** Whether the role has a permission. */
export function useMay(permission: string): boolean {
  return usePermissions<string[]>().permissions?.includes(permission) ?? false
}
