import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The baseline: plain `node:http`, which responds to every request with the bytes of a file and these headers. */
const [file = '', headers = '{}'] = process.argv.slice(2)
const body = readFileSync(file)
const fields = { ...(JSON.parse(headers) as Record<string, string>), 'content-length': String(body.length) }
// The storefront passes names and values alternately too.
const alternating = Object.entries(fields).flat()

const server = createServer((_, response) => {
  response.writeHead(200, alternating).end(body)
})
server.listen(0, '127.0.0.1', () => console.log(`localhost:${(server.address() as AddressInfo).port}`))
