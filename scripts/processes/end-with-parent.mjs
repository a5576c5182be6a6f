/**
 * Preloaded into processes of dev-processes.ts. Sends SIGTERM to itself when the IPC channel to the parent closes.
 */
if (process.connected) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The channel must not keep a finished command running.
  process.channel?.unref()
}
