import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface FaultProxy {
  port: number
  /** Responses of the server that the caller did not receive. */
  dropped: number
  /** Port of the server, which may change after a restart. */
  target: number
  stop(): Promise<void>
}

/**
 * Starts a TCP proxy on a free port that drops connections when the server responds, with the given probability: the
 * request is processed, but its response is lost. `random` returns numbers from 0 to 1.
 */
export async function startFaultProxy(options: {
  target: number
  dropShare: number
  random?: () => number
}): Promise<FaultProxy> {
  const { target, dropShare, random = Math.random } = options
  const sockets = new Set<Socket>()

  const server = createServer((caller) => {
    const upstream = connect(proxy.target, '127.0.0.1')
    const cut = () => {
      caller.destroy()
      upstream.destroy()
    }
    for (const socket of [caller, upstream]) {
      sockets.add(socket)
      socket.on('error', cut)
      socket.on('close', () => {
        sockets.delete(socket)
        cut()
      })
    }
    caller.pipe(upstream)
    upstream.on('data', (response) => {
      if (random() >= dropShare) return void caller.write(response)
      proxy.dropped += 1
      cut()
    })
  })

  const proxy: FaultProxy = {
    port: 0,
    dropped: 0,
    target,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.port = (server.address() as AddressInfo).port
  return proxy
}
