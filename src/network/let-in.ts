import type { Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

const PATIENCE_MS = 3000

/**
 * Resolves when the accept queue is empty, or after `withinMs`. Node accepts one connection per
 * event-loop iteration, and closing the server resets the queued connections.
 */
export async function letIn(server: Server, withinMs = PATIENCE_MS): Promise<void> {
  const until = performance.now() + withinMs
  let cameIn = 0
  const count = () => {
    cameIn += 1
  }
  server.on('connection', count)
  for (let before = -1; before !== cameIn && performance.now() < until;) {
    before = cameIn
    await nextTurn()
    await nextTurn()
  }
  server.off('connection', count)
}
