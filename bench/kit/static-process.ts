import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import sirv from 'sirv'

/** The baseline for pictures: a directory of static files served by `node:http`. */
const [directory = ''] = process.argv.slice(2)
const files = sirv(directory, { etag: true })
const server = createServer((request, response) => files(request, response))
server.listen(0, () => console.log(`localhost:${(server.address() as AddressInfo).port}`))
