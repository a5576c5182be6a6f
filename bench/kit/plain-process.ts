import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The baseline: plain `node:http`, which responds to every request with the bytes of a file. */
const [file = '', encoding = 'br', type = 'text/html; charset=utf-8'] = process.argv.slice(2)
const body = readFileSync(file)
const headers = { 'content-type': type, 'content-encoding': encoding, 'content-length': body.length }

const server = createServer((_, response) => {
  response.writeHead(200, headers).end(body)
})
server.listen(0, () => console.log(`localhost:${(server.address() as AddressInfo).port}`))
