import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

import { createApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import type { Render } from '../../src/server/rendering/render-page.ts'

/** Runs the storefront's app with the built pages and reports the number of renders per URL by IPC. */
const pages = (await import(new URL('../../dist/server/entry.mjs', import.meta.url).href)) as {
  render: Render
}
const renders: Record<string, number> = {}

const app = createApp({
  config: readConfig(process.env),
  clientDirectory: fileURLToPath(new URL('../../dist/client/', import.meta.url)),
  render: (request, locals) => {
    const { pathname, search } = new URL(request.url)
    renders[pathname + search] = (renders[pathname + search] ?? 0) + 1
    return pages.render(request, locals)
  },
})
const server = createServer(app.handle)
server.listen(0, () => console.log(`localhost:${(server.address() as AddressInfo).port}`))
process.on('message', () => process.send?.(renders))
process.on('disconnect', () => process.exit(0))
