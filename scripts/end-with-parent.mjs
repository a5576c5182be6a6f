import cluster from 'node:cluster'

/**
 * Loaded before a process of stack.ts: when the process that started it is gone, however it ended, the channel between
 * them closes, and this one stops as if it were told to. A worker of a cluster ends with its own first process.
 */
if (process.connected && !cluster.isWorker) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // Listening alone must not keep a command running that has done its work.
  process.channel?.unref()
}
