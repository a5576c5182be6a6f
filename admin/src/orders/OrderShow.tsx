import { Alert, Box, Link as TextLink, Typography } from '@mui/material'
import { Show } from 'react-admin'
import { useRecordContext, useTranslate } from 'ra-core'

import { Picture } from '../ui/Picture.tsx'
import { Facts, Section } from '../ui/Section.tsx'
import { useFormats } from '../ui/format.ts'
import {
  actorLabels,
  deliveryLabels,
  eventLabels,
  messageLabels,
  returnLabels,
  stateLabels,
} from '../ui/words.ts'
import { ReturnActions } from '../payments/ReturnActions.tsx'
import { piecesText } from '../payments/return.ts'
import { OrderMoney } from './OrderMoney.tsx'
import { OrderNotes } from './OrderNotes.tsx'
import { ConfirmationChip } from './ConfirmationChip.tsx'
import { OrderSteps } from './OrderSteps.tsx'
import { PrintMenu } from './PrintMenu.tsx'
import type { Order } from './order.ts'

/** One order with all that happened to it and all that can be done with it. */
export default function OrderShow() {
  return (
    <Show component="div" title="Order" actions={false} sx={{ '& .RaShow-main': { marginBlockStart: 1 } }}>
      <OrderPage />
    </Show>
  )
}

function OrderPage() {
  const t = useTranslate()
  const order = useRecordContext<Order>()
  // At first react-admin hands over the row of the list, which has less.
  if (!order || !('transitions' in order)) return null
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, marginBlockEnd: 1 }}>
        <Typography component="h1" variant="h5">
          {t('Order %{number}', { number: order.id })} <ConfirmationChip order={order} />
        </Typography>
        <PrintMenu orders={[order]} />
      </Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { md: 'minmax(0, 3fr) minmax(0, 2fr)' } }}>
        <Box sx={{ minWidth: 0 }}>
          <OrderSteps order={order} />
          <Lines order={order} />
          <OrderMoney order={order} />
          <Returns order={order} />
        </Box>
        <Box sx={{ minWidth: 0 }}>
          <Recipient order={order} />
          <OrderNotes key={order.id} order={order} />
          <Timeline order={order} />
          <Messages order={order} />
        </Box>
      </Box>
    </>
  )
}

function Lines({ order }: { order: Order }) {
  const t = useTranslate()
  const { money } = useFormats()
  return (
    <Section title="Products">
      {order.items.map(({ id, image, productTitle, choice, quantity, price, sku, oversold }) => (
        <Box key={id} sx={{ display: 'flex', gap: 1.5, paddingBlock: 0.75 }}>
          <Picture src={image} size={56} />
          <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            <Typography>
              {quantity} × {productTitle}
            </Typography>
            <Typography variant="body2" color="text.secondary">
              {[choice, sku].filter(Boolean).join(' · ')}
            </Typography>
            {oversold > 0 && (
              <Alert severity="warning">{t('%{count} pieces are not in stock', { count: oversold })}</Alert>
            )}
          </Box>
          <Typography sx={{ whiteSpace: 'nowrap' }}>{money(price * quantity)}</Typography>
        </Box>
      ))}
      <Typography sx={{ textAlign: 'right', fontWeight: 600 }}>
        {t('Total %{amount}', { amount: money(order.total + order.cashFee) })}
      </Typography>
    </Section>
  )
}

function Returns({ order }: { order: Order }) {
  const t = useTranslate()
  const { money } = useFormats()
  if (order.returns.length === 0) return null
  return (
    <Section title="Returns">
      {order.returns.map((row) => (
        <Box key={row.id} sx={{ paddingBlock: 0.75 }}>
          <Typography>
            {t(returnLabels[row.status] ?? row.status)} · {money(row.value)}
          </Typography>
          <Typography variant="body2">{piecesText(row.items)}</Typography>
          <Typography variant="body2" color="text.secondary">
            {[row.reason, row.note].filter(Boolean).join(' → ')}
          </Typography>
          <ReturnActions row={row} upiId={order.refundTo?.upiId} />
        </Box>
      ))}
    </Section>
  )
}

function Recipient({ order }: { order: Order }) {
  const t = useTranslate()
  const { date, dateTime } = useFormats()
  const { fullName, address, city, state, postalCode, phone } = order.shippingAddress
  return (
    <Section title="Recipient">
      <Facts
        facts={[
          ['State', t(stateLabels[order.state] ?? order.state)],
          ['Placed', dateTime(order.createdAt)],
          ['Promised by', date(order.promisedBy ?? undefined)],
          ['Name', fullName],
          ['Address', [address, city, state, postalCode].filter(Boolean).join(', ')],
          ['Phone', phone && <TextLink href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</TextLink>],
          [
            'Email',
            <TextLink key="email" href={`mailto:${order.email}`}>
              {order.email}
            </TextLink>,
          ],
          ['Courier', order.shipment?.courier],
          ['Tracking number', order.shipment?.trackingNumber],
        ]}
      />
    </Section>
  )
}

function Timeline({ order }: { order: Order }) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  return (
    <Section title="What happened">
      <Box component="ol" sx={{ margin: 0, paddingInlineStart: 2.5 }}>
        {order.timeline.map(({ sequence, kind, actor, at }) => (
          <li key={sequence}>
            <Typography variant="body2">
              {t(eventLabels[kind] ?? kind)}
              {actor && ` (${t(actorLabels[actor] ?? actor)})`}
              <Typography component="span" variant="body2" color="text.secondary">
                {' '}
                {dateTime(at)}
              </Typography>
            </Typography>
          </li>
        ))}
      </Box>
    </Section>
  )
}

function Messages({ order }: { order: Order }) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  if (order.messages.length === 0) return null
  return (
    <Section title="Messages sent">
      {order.messages.map(({ id, kind, role, channel, state, createdAt, error }) => (
        <Typography key={id} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {t(messageLabels[kind] ?? kind)} → {t(actorLabels[role] ?? role)} ({t(channel)}):{' '}
          {t(deliveryLabels[state] ?? state)}
          {error && ` (${error})`}, {dateTime(createdAt)}
        </Typography>
      ))}
    </Section>
  )
}
