/* eslint-disable jsx-a11y-x/no-redundant-roles, jsx-a11y-x/no-interactive-element-to-noninteractive-role -- Safari drops the roles of table parts with another `display` */
import type { ReactNode } from 'react'

import { t } from '../../lib/i18n/translate.ts'

interface Row {
  item: ReactNode
  /** One for each column. */
  numbers: ReactNode[]
}

interface Props {
  /** Headers of the columns after the item. */
  columns: string[]
  rows: Row[]
}

/** By number of columns after the item. */
const GRIDS: Record<number, string> = { 2: 'grid-cols-2', 3: 'grid-cols-3' }

/** The items of an order. On phones the name of an item has the whole width, with its numbers below. */
export function ItemTable({ columns, rows }: Props) {
  const row = `grid ${GRIDS[columns.length] ?? ''} gap-x-4 md:table-row print:table-row`
  const item = 'col-span-full md:py-3 md:pe-3 print:py-3'
  const number = 'text-end tabular-nums md:ps-6 print:ps-6'
  return (
    <table role="table" className="block w-full border-collapse md:table print:table">
      <caption className="sr-only">{t('Items')}</caption>
      <thead
        role="rowgroup"
        className="block border-b border-line text-sm text-muted md:table-header-group print:table-header-group"
      >
        <tr role="row" className={row}>
          <th role="columnheader" scope="col" className={`${item} pt-2 text-start font-medium`}>
            {t('Item')}
          </th>
          {columns.map((name) => (
            <th
              key={name}
              role="columnheader"
              scope="col"
              className={`${number} pb-2 font-medium md:pt-2 print:pt-2`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block divide-y divide-line md:table-row-group print:table-row-group">
        {rows.map(({ item: content, numbers }, index) => (
          <tr key={index} role="row" className={`${row} align-top`}>
            <td role="cell" className={`${item} pt-3 [overflow-wrap:anywhere]`}>
              {content}
            </td>
            {numbers.map((value, column) => (
              <td key={column} role="cell" className={`${number} pb-3 pt-2 md:pt-3 print:pt-3`}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
