import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { BlockList, createServer, isIP } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { setImmediate as nextIteration } from 'node:timers/promises'

const LOOPBACK_V4 = '127.0.0.1'
const LOOPBACK_V6 = '::1'
/** Error codes on a machine without IPv6. */
const NO_SUCH_ADDRESS = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']
const ACCEPT_MS = 3000

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress(LOOPBACK_V6, 'ipv6')

export interface Listener {
  port: number
  /** Refuses new connections, and resolves when the last one has ended. */
  close(): Promise<void>
}

/** True when an address is a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && loopback.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/**
 * Opens the server on an address, or without one on both loopback addresses: `localhost` is either of them.
 * @throws the system's error (`EADDRINUSE`); then nothing listens
 */
export async function listen(
  server: HttpServer,
  { port, host }: { port: number; host: string | undefined },
): Promise<Listener> {
  const own = await open(server, port, host ?? LOOPBACK_V4)
  if (host !== undefined) return { port: own, close: () => close(server) }

  const second = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    // Node reports malformed requests to the server that the socket names.
    Object.assign(socket, { server })
    server.emit('connection', socket)
  })
  second.maxConnections = server.maxConnections
  try {
    await open(second, own, LOOPBACK_V6)
  } catch (error) {
    if (isErrorWith(NO_SUCH_ADDRESS, error)) return { port: own, close: () => close(server) }
    await close(server)
    throw error
  }
  return {
    port: own,
    async close() {
      await Promise.all([close(server), close(second)])
    },
  }
}

export function isPortTaken(error: unknown): boolean {
  return isErrorWith(['EADDRINUSE'], error)
}

/** Returns the message for a server that starts on a taken port. */
export function portTakenMessage(port: number | string, variable: string): string {
  return `Port ${port} is taken. Stop what listens there, or choose another with ${variable}.`
}

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
    await nextIteration()
    await nextIteration()
  }
  server.off('connection', count)
}

async function open(server: Server, port: number, host: string): Promise<number> {
  server.listen({ port, host })
  await once(server, 'listening')
  // A server on a port has an address of this kind.
  return (server.address() as AddressInfo).port
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  await closed
}

function isErrorWith(codes: string[], error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
