import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Starts a TCP server that handles every connection with `meet`. */
export async function startServer(meet: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    meet(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgres://shops@127.0.0.1:${(server.address() as AddressInfo).port}/shops`,
    connections: () => sockets.size,
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** A TCP relay to a database that can stop forwarding. */
export async function startRelay(databaseUrl: string) {
  const target = Number(new URL(databaseUrl).port)
  const relay = { url: '', isSilent: false, connections: 0, stop: () => undefined }
  const server = await startServer((caller) => {
    const upstream = connect(target, '127.0.0.1')
    upstream.on('error', () => undefined)
    relay.connections += 1
    caller.on('close', () => {
      relay.connections -= 1
      upstream.destroy()
    })
    caller.on('data', (chunk) => {
      if (!relay.isSilent) upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (!relay.isSilent) caller.write(chunk)
    })
  })
  const url = new URL(databaseUrl)
  url.port = new URL(server.url).port
  return Object.assign(relay, { url: url.href, stop: server.stop })
}
