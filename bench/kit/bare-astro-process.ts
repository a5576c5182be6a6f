import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'

/** The bare Astro page of bare-astro.ts behind `node:http`. */
const [directory = ''] = process.argv.slice(2)
const { handler } = (await import(pathToFileURL(`${directory}/dist/server/entry.mjs`).href)) as {
  handler: (request: IncomingMessage, response: ServerResponse) => void
}
const server = createServer((request, response) => handler(request, response))
server.listen(0, () => console.log(`localhost:${(server.address() as AddressInfo).port}`))
