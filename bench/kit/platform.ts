import { waitForSuccess } from '../../scripts/processes/dev-processes.ts'
import { SHOP_HOST, startApiProcess, type ApiProcess } from '../../tests/kit/api/api-process.ts'
import { copyTemplate, databaseAt, makeTemplate } from '../../tests/kit/database/databases.ts'
import { startPatroniPair } from '../../tests/kit/database/patroni.ts'
import { freePort } from '../../tests/kit/database/server.ts'
import { startStorefrontProcess, type StorefrontProcess } from '../../tests/kit/shops/storefront-process.ts'
import { startVarnish } from '../../tests/kit/varnish.ts'
import { startBalancer } from './balancer.ts'

const PURGE_SECRET = 'what the bench purges with, 32 characters and more'
/** `RestartSec` of deploy/systemd. */
const RESTART_MS = 1000
/** Time of a machine that starts again: longer than Patroni's `ttl`, so that the standby takes over. */
const REBOOT_MS = 30_000

export interface Part {
  name: string
  /** Returns what starts it again. */
  kill(): Promise<() => void | Promise<void>>
  /** Time from the kill until the start. */
  downMs: number
}

export interface Platform {
  origin: string
  apiOrigin: string
  apiPort: number
  parts: Part[]
  versions: string
  /** Resolves when every part works. */
  ready(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts Varnish before two storefronts, HAProxy before two store APIs, and a Patroni pair with etcd and its own HAProxy,
 * with the shop of the fault tests.
 */
export async function startPlatform(): Promise<Platform> {
  await using started = new AsyncDisposableStack()
  const pair = await startPatroniPair()
  started.defer(() => pair.stop())
  await makeTemplate(pair.url)
  const databaseUrl = await copyTemplate(pair.url)

  const ports = { edge: await freePort(), api: await freePort() }
  const storefrontPorts = [await freePort(), await freePort()]
  const apis: ApiProcess[] = []
  for (const port of [await freePort(), await freePort()]) {
    const api = await startApiProcess(databaseUrl, {
      env: {
        API_PORT: String(port),
        STOREFRONT_PORT: String(ports.edge),
        DEFAULT_TENANT_HOST: SHOP_HOST,
        DATABASE_REPLICA_URL: databaseAt(pair.replicaUrl, new URL(databaseUrl).pathname.slice(1)),
        CACHE_PURGE_SECRET: PURGE_SECRET,
        CACHE_PURGE_ORIGINS: storefrontPorts.map((one) => `http://127.0.0.1:${one}`).join(','),
        EDGE_PURGE_ORIGINS: `http://127.0.0.1:${ports.edge}`,
      },
    })
    started.defer(() => api.stop())
    apis.push(api)
  }
  const balancer = await startBalancer([
    { name: 'api', port: ports.api, servers: apis, path: '/api/v1/products' },
  ])
  started.defer(() => balancer.stop())

  const storefronts: Part[] = []
  for (const port of storefrontPorts) {
    const storefront = await startStorefront(port, ports.api)
    started.defer(() => storefront.stop())
    storefronts.push({ name: `storefront ${storefronts.length + 1}`, ...storefront, downMs: RESTART_MS })
  }
  const edge = await startVarnish(
    storefrontPorts.map((port) => ({ port })),
    PURGE_SECRET,
    ports.edge,
  )
  started.defer(() => edge.stop())

  const all = started.move()
  return {
    origin: `http://localhost:${ports.edge}`,
    apiOrigin: `http://localhost:${ports.api}`,
    apiPort: ports.api,
    versions: pair.versions,
    parts: [
      ...storefronts,
      ...apis.map((api, index) => ({
        name: `store API ${index + 1}`,
        kill: () => killApi(api),
        downMs: RESTART_MS,
      })),
      { name: 'Varnish', kill: () => edge.kill(), downMs: RESTART_MS },
      { name: 'HAProxy before the APIs', kill: () => balancer.kill(), downMs: RESTART_MS },
      { name: 'PostgreSQL, primary', kill: () => pair.kill('primary'), downMs: REBOOT_MS },
      { name: 'PostgreSQL, standby', kill: () => pair.kill('standby'), downMs: REBOOT_MS },
      { name: 'HAProxy before PostgreSQL', kill: () => pair.kill('balancer'), downMs: RESTART_MS },
      { name: 'etcd', kill: () => pair.kill('etcd'), downMs: RESTART_MS },
    ],
    async ready() {
      await pair.ready()
      for (const port of [...apis.map((api) => api.port), ...storefrontPorts])
        await waitForSuccess(`http://127.0.0.1:${port}/readyz`)
      await waitForSuccess(`http://127.0.0.1:${ports.api}/readyz`)
      await waitForSuccess(`${edge.origin}/products`)
    },
    stop: () => all.disposeAsync(),
  }
}

async function startStorefront(port: number, apiPort: number) {
  const start = (): Promise<StorefrontProcess> =>
    startStorefrontProcess({
      PORT: String(port),
      LOCAL_API_PORT: String(apiPort),
      DEFAULT_TENANT_HOST: SHOP_HOST,
      EDGE_MAX_AGE: '3600',
      CACHE_PURGE_SECRET: PURGE_SECRET,
      IMAGE_SECRET: 'what signs pictures in the bench, 32 characters',
    })
  let running = await start()
  return {
    async kill() {
      await running.stop()
      return async () => {
        running = await start()
      }
    },
    stop: () => running.stop(),
  }
}

async function killApi(api: ApiProcess): Promise<() => Promise<void>> {
  api.signal('SIGKILL')
  await api.exited()
  return () => api.killAndRestart()
}
