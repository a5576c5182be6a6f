import { Typography } from '@mui/material'

import { RowAction } from '../ui/RowAction.tsx'
import { Facts, Section } from '../ui/Section.tsx'
import { useFormats } from '../ui/format.ts'
import { useMay } from '../ui/PlainList.tsx'
import type { Order } from './order.ts'

/** What the staff wrote down about an order, and its name in the shop's own books. Shoppers see neither. */
export function OrderNotes({ order: { id, notes, reference } }: { order: Order }) {
  const { dateTime } = useFormats()
  const mayWrite = useMay('orders.ship')
  return (
    <Section title="Notes of the shop">
      <Facts facts={[['Own reference', reference]]} />
      {notes.map(({ id: key, text, at }) => (
        <Typography key={key} variant="body2" sx={{ overflowWrap: 'anywhere', marginBlockStart: 0.5 }}>
          {text}{' '}
          <Typography component="span" variant="body2" color="text.secondary">
            {dateTime(at)}
          </Typography>
        </Typography>
      ))}
      {mayWrite && (
        <>
          <RowAction
            label="New note"
            about={id}
            done="The note is saved."
            path={`/orders/${id}/notes`}
            fields={[{ name: 'text', label: 'Your note', rows: 3 }]}
          />
          <RowAction
            label="Own reference"
            about={id}
            done="The reference is saved."
            method="PUT"
            path={`/orders/${id}/reference`}
            fields={[
              { name: 'reference', label: 'Own reference', initial: reference ?? '', isOptional: true },
            ]}
            toBody={({ reference: typed }) => ({ reference: typed ?? null })}
          />
        </>
      )}
    </Section>
  )
}
