import cluster from 'node:cluster'

/**
 * Preloaded into processes of dev-processes.ts. Sends SIGTERM to itself when the IPC channel to the parent closes. Cluster
 * workers end with their primary.
 */
if (process.connected && !cluster.isWorker) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The channel must not keep a finished command running.
  process.channel?.unref()
}
