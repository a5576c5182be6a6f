import { readFileSync } from 'node:fs'

import { z } from 'zod'

import { waitForSuccess } from '../../scripts/processes/dev-processes.ts'
import { end, spawnOn, type Running } from '../../tests/kit/processes.ts'

const Peer = z.object({
  /** Heading of its column, with the version. */
  name: z.string(),
  /** Built for production. */
  directory: z.string(),
  start: z.array(z.string()).min(1),
  port: z.number().int(),
  environment: z.record(z.string(), z.string()).default({}),
  pages: z.object({ home: z.string(), listing: z.string(), product: z.string() }),
  /** CSS selector of the links of product cards, for each page on which they are tapped. */
  cards: z.object({ home: z.string().optional(), listing: z.string() }),
})

/** Another storefront that is measured beside this one; its code stays outside of this repository. */
export type Peer = z.infer<typeof Peer>

/** @throws {Error} the file can't be read or describes no peers */
export function readPeers(file: string): Peer[] {
  return z.array(Peer).parse(JSON.parse(readFileSync(file, 'utf8')))
}

/**
 * Starts a peer on this core and waits until its home page responds.
 * @throws {Error} it does not respond in time; the peer is ended then
 */
export async function startPeer(peer: Peer, core: number): Promise<Running> {
  const startedAt = performance.now()
  const child = spawnOn(core, peer.start, {
    cwd: peer.directory,
    stdio: 'ignore',
    env: { ...process.env, PORT: String(peer.port), ...peer.environment },
  })
  try {
    await waitForSuccess(`http://localhost:${peer.port}${peer.pages.home}`)
  } catch (error) {
    await end(child)
    throw error
  }
  return {
    ...{ pid: child.pid ?? 0, port: peer.port, child },
    readyMs: performance.now() - startedAt,
    stop: () => end(child),
  }
}
