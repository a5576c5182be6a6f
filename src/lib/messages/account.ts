export const accountMessages = {
  loadFailed: 'Failed to load account information',
  withStatus: (status: number) => `Failed to load account information (Status: ${status})`,
  withoutResponse: 'Failed to load account information (No response received)',
}
