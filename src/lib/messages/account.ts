export const accountMessages = {
  loadFailed: 'Failed to load account information',
  withStatus: 'Failed to load account information (Status: {status})',
  withoutResponse: 'Failed to load account information (No response received)',
}
