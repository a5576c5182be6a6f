import { fill } from './fill.ts'
import { t } from './translate.ts'

export const accountMessages = {
  loadFailed: 'Failed to load account information',
  withStatus: (status: number) =>
    fill(t('Failed to load account information (Status: {status})'), { status }),
  withoutResponse: 'Failed to load account information (No response received)',
}
