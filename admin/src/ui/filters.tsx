import { DateInput, SearchInput, SelectInput, type SelectInputProps } from 'react-admin'
import { useTranslate } from 'ra-core'

import { startOfDay } from './format.ts'
import { choicesOf } from './words.ts'

/** The search of a list; `placeholder` says what it looks in. */
export function Search({ placeholder }: { source: 'q'; alwaysOn: true; placeholder: string }) {
  const t = useTranslate()
  return <SearchInput source="q" placeholder={t(placeholder)} />
}

/** A choice among these values, with their labels. */
export function ChoiceFilter({ labels, ...props }: SelectInputProps & { labels: Record<string, string> }) {
  return <SelectInput {...props} choices={choicesOf(labels)} />
}

const dayOf = (moment: string) => moment.slice(0, 10)

/** What is from one day in India on, and before another. */
export const dayFilters = [
  <DateInput key="since" source="since" label="From" parse={startOfDay} format={dayOf} />,
  <DateInput key="before" source="before" label="Before" parse={startOfDay} format={dayOf} />,
]
