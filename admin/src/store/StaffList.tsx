import { Alert, Chip, Typography } from '@mui/material'
import {
  Button,
  Create,
  CreateButton,
  DeleteButton,
  Edit,
  SaveButton,
  SelectInput,
  SimpleForm,
  TextInput,
  Toolbar,
} from 'react-admin'
import { required, useNotify, useRecordContext, useTranslate, type RaRecord } from 'ra-core'
import { useState } from 'react'

import { call } from '../api-client/call.ts'
import { LOCALES } from '../i18n/locales.ts'
import { PlainList, useMay, type Column } from '../ui/PlainList.tsx'
import { useAction } from '../ui/use-action.ts'
import { choicesOf, roleLabels } from '../ui/words.ts'

interface Person extends RaRecord<string> {
  name: string
  email: string
  role: string
  isInvited: boolean
  hasSecondFactor: boolean
  /** The invitation's, where the shop sends no e-mail. */
  link?: string
}

const languages = LOCALES.map(({ locale, name }) => ({ id: locale, name }))

/** The staff of the shop. */
export function StaffList() {
  const t = useTranslate()
  const mayWrite = useMay('staff.write')
  const columns: Column<Person>[] = [
    { label: 'Name', render: ({ name }) => name, sort: 'name' },
    { label: 'Email', render: ({ email }) => email, sort: 'email' },
    { label: 'Role', render: ({ role }) => t(roleLabels[role] ?? role), sort: 'role' },
    { label: 'State', render: ({ isInvited }) => isInvited && <Chip size="small" label={t('Invited')} /> },
  ]
  return (
    <PlainList<Person>
      title="Staff"
      columns={columns}
      actions={mayWrite && <CreateButton />}
      opens={mayWrite ? 'edit' : false}
    />
  )
}

export function StaffCreate() {
  const notify = useNotify()
  return (
    <Create
      title="Invite a person"
      redirect="list"
      mutationOptions={{
        onSuccess: ({ link }: Person) =>
          notify(link ?? 'The invitation is on its way.', {
            type: 'success',
            autoHideDuration: link ? null : 4000,
            multiLine: true,
          }),
      }}
    >
      <SimpleForm>
        <TextInput source="email" label="Email" type="email" validate={required()} />
        <TextInput source="name" label="Name" validate={required()} />
        <SelectInput source="role" label="Role" choices={choicesOf(roleLabels)} validate={required()} />
        <SelectInput source="language" label="Language" choices={languages} />
      </SimpleForm>
    </Create>
  )
}

export function StaffEdit() {
  return (
    <Edit title="Person" mutationMode="pessimistic">
      <SimpleForm
        toolbar={
          <Toolbar sx={{ justifyContent: 'space-between' }}>
            <SaveButton />
            <DeleteButton mutationMode="pessimistic" />
          </Toolbar>
        }
      >
        <TextInput source="name" label="Name" validate={required()} />
        <SelectInput source="role" label="Role" choices={choicesOf(roleLabels)} validate={required()} />
        <SelectInput source="language" label="Language" choices={languages} />
        <Invitation />
      </SimpleForm>
    </Edit>
  )
}

/** Sends the invitation again; also to set up a new authenticator app for a lost phone. */
function Invitation() {
  const t = useTranslate()
  const person = useRecordContext<Person>()
  const { run, isBusy } = useAction()
  const [link, setLink] = useState<string>()
  if (!person) return null
  const invite = (resetSecondFactor: boolean) =>
    void run(async () => {
      setLink((await call<Person>('POST', `/staff/${person.id}/invite`, { resetSecondFactor })).link)
    }, t('The invitation is on its way.'))
  return (
    <>
      <Typography>{person.email}</Typography>
      <Button label="Send the invitation again" disabled={isBusy} onClick={() => invite(false)} />
      {person.hasSecondFactor && (
        <Button
          label="Lost phone: set up a new authenticator app"
          disabled={isBusy}
          onClick={() => invite(true)}
        />
      )}
      {link && <Alert severity="info">{link}</Alert>}
    </>
  )
}
