import { fill } from './fill.ts'
import { t } from './translate.ts'

export const apiTestMessages = {
  failed: 'Connection failed. Check console for details.',
  unexpected: (message: string) => fill(t('Unexpected error: {message}'), { message }),
}
