import { Button } from '@mui/material'
import { DeleteButton } from 'react-admin'
import { useRecordContext, useTranslate, type RaRecord } from 'ra-core'

import { call } from '../api-client/call.ts'
import { PlainList, useMay, type Column } from '../ui/PlainList.tsx'
import { Search } from '../ui/filters.tsx'
import { useFormats } from '../ui/format.ts'
import { useAction } from '../ui/use-action.ts'

interface Customer extends RaRecord<string> {
  name: string
  email: string
  orders: number
  createdAt: string
}

/** The accounts of shoppers: what the shop holds about a person, and its erasure. */
export default function CustomerList() {
  const t = useTranslate()
  const { date } = useFormats()
  const columns: Column<Customer>[] = [
    { label: 'Name', render: ({ name }) => name },
    { label: 'Email', render: ({ email }) => email },
    {
      label: 'Orders',
      render: ({ orders }) => t('1 order |||| %{smart_count} orders', { smart_count: orders }),
    },
    { label: 'Since', render: ({ createdAt }) => date(createdAt) },
  ]
  return (
    <PlainList<Customer>
      title="Customers"
      filters={[<Search key="q" source="q" alwaysOn placeholder="Name, email" />]}
      columns={columns}
      rowActions={() => <Actions />}
    />
  )
}

function Actions() {
  const t = useTranslate()
  const mayWrite = useMay('customers.write')
  const { run, isBusy } = useAction()
  const customer = useRecordContext<Customer>()
  if (!customer || !mayWrite) return null

  async function download({ id, email }: Customer) {
    const data = await call('GET', `/customers/${id}/export`)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
    link.download = `${email}.json`
    link.click()
    URL.revokeObjectURL(link.href)
  }

  return (
    <>
      <Button
        size="small"
        disabled={isBusy}
        aria-label={`${t('Everything the shop holds')}: ${customer.email}`}
        onClick={() => void run(() => download(customer))}
      >
        {t('Everything the shop holds')}
      </Button>
      <DeleteButton
        label="Erase"
        aria-label={`${t('Erase')}: ${customer.email}`}
        mutationMode="pessimistic"
        confirmTitle={t('Erase %{email} for good?', { email: customer.email })}
        confirmContent={t('The account and its personal data go; its orders stay for the books.')}
      />
    </>
  )
}
