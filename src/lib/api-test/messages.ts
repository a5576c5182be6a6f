export const apiTestMessages = {
  failed: 'Connection failed. Check console for details.',
  unexpected: 'Unexpected error: {message}',
}
