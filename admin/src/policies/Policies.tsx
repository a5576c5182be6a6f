import { LANGUAGES } from '@tanabana/contract/store-info.ts'
import { Alert, Box, Chip } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'

import { call } from '../api-client/call.ts'
import { PlainList, type Column } from '../ui/PlainList.tsx'
import { Section } from '../ui/Section.tsx'
import { DraftBar, useDraft } from './DraftBar.tsx'
import { Problems } from './Problems.tsx'
import { policyLabels, type Policy, type ProductGaps } from './content.ts'

const languageNames: Record<string, string> = LANGUAGES

/** The texts of the shop in every language. */
export default function Policies() {
  const t = useTranslate()
  const legal = useDraft()?.problems.filter(({ rank }) => rank === 'law')
  const { data: products } = useQuery({
    queryKey: ['product-gaps'],
    queryFn: () => call<ProductGaps>('GET', '/product-gaps'),
  })
  const columns: Column<Policy>[] = [
    { label: 'Text', render: ({ slug }) => t(policyLabels[slug] ?? slug) },
    { label: 'Language', render: ({ language }) => languageNames[language] ?? language },
    { label: 'State', render: (one) => <StateChips {...one} /> },
  ]
  return (
    <Box>
      <DraftBar />
      {legal && (
        <Section title="Asked for by law">
          {products &&
            legal.length + products.gaps.length === 0 &&
            t('Nothing that the law asks for is missing.')}
          <Problems problems={legal} />
          {products?.gaps.map(({ rule, says, products: lacking, keys }) => (
            <Alert key={rule} severity="error" sx={{ marginBlockStart: 1 }}>
              <strong>{t('1 product |||| %{smart_count} products', { smart_count: lacking })}</strong> {says}:{' '}
              {keys.join(', ')} ({rule})
            </Alert>
          ))}
          {products?.isComplete === false && t('The newest 5,000 products were checked.')}
        </Section>
      )}
      <PlainList<Policy> title="Policies" columns={columns} opens="edit" pagination={false} perPage={100} />
    </Box>
  )
}

function StateChips({ html, edits }: Policy) {
  const t = useTranslate()
  return (
    <>
      <Chip size="small" label={t(html === null ? 'Built-in text' : 'Own text')} />{' '}
      {edits.length > 0 && <Chip size="small" color="info" label={t('Not published')} />}
    </>
  )
}
