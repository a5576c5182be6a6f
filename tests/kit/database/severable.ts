import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Severable {
  port: number
  /** Bytes go nowhere from now on, as in a network that is parted: connections stay open and are silent. */
  sever(): void
  /** Ends the silent connections; new ones get through. */
  heal(): void
  close(): void
}

/** Starts a TCP proxy to a port of this machine, which can be cut off. */
export async function startSeverable(target: number, port = 0): Promise<Severable> {
  const open = new Set<Socket>()
  let isSevered = false
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => open.delete(socket))
  }
  const server = createServer((incoming) => {
    keep(incoming)
    if (isSevered) return
    const outgoing = connect(target, '127.0.0.1')
    keep(outgoing)
    incoming.pipe(outgoing)
    outgoing.pipe(incoming)
    incoming.once('close', () => outgoing.destroy())
    outgoing.once('close', () => incoming.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    sever() {
      isSevered = true
      for (const socket of open) socket.unpipe().pause()
    },
    heal() {
      isSevered = false
      for (const socket of open) socket.destroy()
    },
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
