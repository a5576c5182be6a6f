import { Box, Button } from '@mui/material'
import { useTranslate, type RaRecord } from 'ra-core'

import { PlainList, useMay, type Column } from '../ui/PlainList.tsx'
import { RowAction } from '../ui/RowAction.tsx'
import { ChoiceFilter } from '../ui/filters.tsx'
import { useFormats } from '../ui/format.ts'

interface Message extends RaRecord<string> {
  number: string
  name: string
  email: string
  subject: string
  message: string
  createdAt: string
  answeredAt: string | null
}

const answerLabels = { no: 'Not answered', yes: 'Answered' }

/** Messages of the contact form, complaints among them, and which are answered. */
export default function MessageList() {
  const t = useTranslate()
  const { dateTime } = useFormats()
  const columns: Column<Message>[] = [
    { label: 'Message', render: (one) => <MessageText {...one} /> },
    { label: 'Number', render: ({ number }) => number },
    { label: 'Name', render: ({ name }) => name },
    { label: 'When', render: ({ createdAt }) => dateTime(createdAt), sort: 'createdAt' },
    {
      label: 'State',
      render: ({ answeredAt }) =>
        answeredAt === null ? t('Not answered') : `${t('Answered')}: ${dateTime(answeredAt)}`,
    },
  ]
  return (
    <PlainList<Message>
      title="Messages from shoppers"
      filters={[
        <ChoiceFilter key="answered" source="answered" label="State" labels={answerLabels} alwaysOn />,
      ]}
      columns={columns}
      rowActions={(one) => <MessageActions one={one} />}
    />
  )
}

function MessageText({ subject, message }: Message) {
  return (
    <>
      <strong>{subject}</strong>
      <Box component="span" sx={{ display: 'block', whiteSpace: 'pre-line' }}>
        {message}
      </Box>
    </>
  )
}

function MessageActions({ one: { id, number, email, subject, answeredAt } }: { one: Message }) {
  const t = useTranslate()
  const mayWrite = useMay('customers.write')
  const isAnswered = answeredAt !== null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
      <Button
        size="small"
        href={`mailto:${email}?subject=${encodeURIComponent(`Re: ${subject} (${number})`)}`}
      >
        {t('Answer by e-mail')}
      </Button>
      {mayWrite && (
        <RowAction
          label={isAnswered ? 'Not answered' : 'Answered'}
          about={number}
          done="Saved."
          method="PATCH"
          path={`/contact-messages/${id}`}
          toBody={() => ({ answered: !isAnswered })}
        />
      )}
    </Box>
  )
}
