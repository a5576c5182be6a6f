import {
  CheckboxGroupInput,
  Create,
  CreateButton,
  DeleteButton,
  NumberInput,
  SimpleForm,
  TextInput,
} from 'react-admin'
import { minValue, required, useTranslate, type RaRecord } from 'ra-core'
import { useState } from 'react'

import { useSession } from '../api-client/session.ts'
import { PlainList, useMay, type Column } from '../ui/PlainList.tsx'
import { ShownOnce } from '../ui/ShownOnce.tsx'
import { useFormats } from '../ui/format.ts'

interface Token extends RaRecord<string> {
  name: string
  scopes: string[]
  expiresAt: string
  usedAt: string | null
}

/** The tokens of the shop's programs. */
export function TokenList() {
  const t = useTranslate()
  const { date, dateTime } = useFormats()
  const mayWrite = useMay('tokens.write')
  const columns: Column<Token>[] = [
    { label: 'Name', render: ({ name }) => name, sort: 'name' },
    { label: 'May', render: ({ scopes }) => scopes.join(', ') },
    {
      label: 'Until',
      render: ({ expiresAt }) => t('Until %{date}', { date: date(expiresAt) }),
      sort: 'expiresAt',
    },
    { label: 'Last used', render: ({ usedAt }) => dateTime(usedAt ?? undefined), sort: 'usedAt' },
  ]
  return (
    <PlainList<Token>
      title="Tokens"
      columns={columns}
      actions={mayWrite && <CreateButton />}
      rowActions={() => mayWrite && <DeleteButton label="Revoke" mutationMode="pessimistic" />}
    />
  )
}

export function TokenCreate() {
  const t = useTranslate()
  const [token, setToken] = useState('')
  const session = useSession()
  const scopes = session?.permissions.filter((one) => one !== 'staff.write' && one !== 'tokens.write') ?? []
  if (token) return <ShownOnce sentence={t('Copy the token now. It is not shown again.')} secret={token} />
  return (
    <Create
      title="New token"
      redirect={false}
      mutationOptions={{ onSuccess: (made: Token & { token: string }) => setToken(made.token) }}
    >
      <SimpleForm>
        <TextInput source="name" label="Name of the program" validate={required()} />
        <NumberInput source="days" label="Days" defaultValue={90} validate={[required(), minValue(1)]} />
        <CheckboxGroupInput
          source="scopes"
          label="May"
          choices={scopes.map((one) => ({ id: one, name: one }))}
          validate={required()}
        />
      </SimpleForm>
    </Create>
  )
}
