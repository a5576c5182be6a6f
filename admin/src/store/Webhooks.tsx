import { DeleteButton } from 'react-admin'
import { useNotify, useTranslate, type RaRecord } from 'ra-core'
import { useState } from 'react'

import { PlainList, useMay, type Column } from '../ui/PlainList.tsx'
import { RowAction } from '../ui/RowAction.tsx'
import { ShownOnce } from '../ui/ShownOnce.tsx'
import { ChoiceFilter } from '../ui/filters.tsx'
import { useFormats } from '../ui/format.ts'
import { deliveryLabels, messageLabels } from '../ui/words.ts'

interface Webhook extends RaRecord<string> {
  url: string
  createdAt: string
}

interface Delivery extends RaRecord<string> {
  channel: string
  kind: string
  event: string
  state: string
  reason: string | null
  createdAt: string
}

const channelLabels: Record<string, string> = { email: 'Email', webhook: 'Webhook' }

/** Programs of the merchant that get each event of the shop. */
export function WebhookList() {
  const t = useTranslate()
  const notify = useNotify()
  const { dateTime } = useFormats()
  const mayWrite = useMay('settings.write')
  const [secret, setSecret] = useState('')
  const columns: Column<Webhook>[] = [
    { label: 'Address', render: ({ url }) => url },
    { label: 'Since', render: ({ createdAt }) => dateTime(createdAt) },
  ]
  const say = ({ state, reason }: { state: string; reason?: string }) =>
    notify(reason ?? 'The test has arrived.', { type: state === 'sent' ? 'success' : 'error' })
  const rowActions = ({ id, url }: Webhook) =>
    mayWrite && (
      <>
        <RowAction label="Send a test" about={url} path={`/webhooks/${id}/test`} onDone={say} />
        <DeleteButton mutationMode="pessimistic" />
      </>
    )
  const add = (
    <RowAction
      label="Add a webhook"
      path="/webhooks"
      fields={[{ name: 'url', label: 'Address', type: 'url' }]}
      onDone={(added: { secret: string }) => setSecret(added.secret)}
    />
  )
  return (
    <>
      {secret && <ShownOnce sentence={t('Copy the secret now. It is not shown again.')} secret={secret} />}
      <PlainList<Webhook>
        title="Webhooks"
        columns={columns}
        actions={mayWrite && add}
        rowActions={rowActions}
      />
    </>
  )
}

/** What went out by e-mail and to webhooks, or waits; each can be sent again. */
export function DeliveryList() {
  const t = useTranslate()
  const notify = useNotify()
  const { dateTime } = useFormats()
  const mayWrite = useMay('settings.write')
  const what = ({ kind, event }: Delivery) => `${t(messageLabels[kind] ?? kind)}, ${event}`
  const columns: Column<Delivery>[] = [
    { label: 'What', render: what },
    { label: 'When', render: ({ createdAt }) => dateTime(createdAt) },
    { label: 'Way', render: ({ channel }) => t(channelLabels[channel] ?? channel) },
    { label: 'State', render: ({ state }) => t(deliveryLabels[state] ?? state) },
    { label: 'Reason', render: ({ reason }) => reason },
  ]
  const say = ({ to }: { to: string }) =>
    notify(t('A test e-mail to %{address} is on its way.', { address: to }), { type: 'success' })
  const again = (one: Delivery) => (
    <RowAction
      label="Send again"
      about={what(one)}
      done="It is on its way."
      path={`/deliveries/${one.id}/redeliver`}
    />
  )
  return (
    <PlainList<Delivery>
      title="Sent messages"
      filters={[
        <ChoiceFilter key="state" source="state" label="State" labels={deliveryLabels} alwaysOn />,
        <ChoiceFilter key="channel" source="channel" label="Way" labels={channelLabels} alwaysOn />,
      ]}
      columns={columns}
      actions={mayWrite && <RowAction label="Send me a test e-mail" path="/mail-test" onDone={say} />}
      rowActions={(one) => mayWrite && again(one)}
    />
  )
}
