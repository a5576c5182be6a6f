import { createRoot } from 'react-dom/client'

import { Console } from './Console.tsx'
import { createI18nProvider } from './i18n/provider.ts'

const i18nProvider = await createI18nProvider()
const root = document.getElementById('root')
if (root) createRoot(root).render(<Console i18nProvider={i18nProvider} />)
