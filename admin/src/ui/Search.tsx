import { SearchInput } from 'react-admin'
import { useTranslate } from 'ra-core'

/** The search of a list; `placeholder` says what it looks in. */
export function Search({ placeholder }: { source: 'q'; alwaysOn: true; placeholder: string }) {
  const t = useTranslate()
  return <SearchInput source="q" placeholder={t(placeholder)} />
}
