import { connect, createServer, type Socket } from 'node:net'

import { freePort } from '../kit/shops/start-demo-stack.ts'
import { end, startScript } from '../kit/processes.ts'
import { waitForSuccess } from '../../scripts/processes/dev-processes.ts'

export interface Shops {
  origin: string
  /** Refuses connections to the storefront, as a phone without a network does. */
  goOffline: () => Promise<void>
  goOnline: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts the real API and storefront with the demo shops, behind a relay that can go offline. */
export async function startShops(): Promise<Shops> {
  const [port, apiPort] = [await freePort(), await freePort()]
  const sockets = new Set<Socket>()
  const relay = createServer((browser) => {
    const storefront = connect(port, '127.0.0.1')
    for (const socket of [browser, storefront]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    browser.on('close', () => storefront.destroy())
    storefront.on('close', () => browser.destroy())
    browser.pipe(storefront).pipe(browser)
  })
  const relayPort = await freePort()
  const goOnline = () => new Promise<void>((resolve) => relay.listen(relayPort, '127.0.0.1', resolve))
  const goOffline = () =>
    new Promise<void>((resolve) => {
      relay.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })

  await goOnline()
  const { child } = await startScript(['tests/kit/shops/demo-stack.ts'], {
    environment: {
      PORT: String(port),
      STOREFRONT_PORT: String(relayPort),
      LOCAL_API_PORT: String(apiPort),
    },
  })
  await waitForSuccess(`http://localhost:${apiPort}/api/v1/storeInfo`)
  await waitForSuccess(`http://localhost:${port}/readyz`)
  return {
    origin: `http://localhost:${relayPort}`,
    goOffline,
    goOnline,
    async stop() {
      await goOffline()
      await end(child)
    },
  }
}
