import type { Server } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

const ACCEPT_MS = 3000

/**
 * Resolves when the accept queue is empty, or after `withinMs`. Node accepts one connection per
 * event-loop iteration, and closing the server resets the queued connections.
 */
export async function acceptQueued(server: Server, withinMs = ACCEPT_MS): Promise<void> {
  const until = performance.now() + withinMs
  let accepted = 0
  const count = () => {
    accepted += 1
  }
  server.on('connection', count)
  for (let before = -1; before !== accepted && performance.now() < until;) {
    before = accepted
    await nextTurn()
    await nextTurn()
  }
  server.off('connection', count)
}
