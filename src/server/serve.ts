import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'

import type { StorefrontConfig } from './config.ts'
import { createEntry } from './entry.ts'

const DRAIN_MS = 10_000

/** Serves the shops in this process until SIGTERM or SIGINT; `onListening` hears the port. */
export async function serve(config: StorefrontConfig, onListening: (port: number) => void): Promise<void> {
  const entry = createEntry({
    config,
    clientDirectory: fileURLToPath(new URL('../../dist/client/', import.meta.url)),
    render: await loadPages(),
  })
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 15_000, maxHeaderSize: 16 * 1024, keepAliveTimeout: 5000 },
    entry.handle,
  )
  server.listen(config.port, () => {
    const address = server.address()
    onListening(typeof address === 'object' && address ? address.port : config.port)
  })
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    console.error(`Port ${config.port} is in use. Stop what runs there, or set PORT to another one.`)
    process.exit(1)
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, drain)

  /** Answers what is under way, takes nothing new, and leaves. */
  function drain(): void {
    entry.beginDrain()
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    server.close(() => process.exit(0))
    server.closeIdleConnections()
  }
}

async function loadPages() {
  try {
    const pages = await import(new URL('../../dist/server/entry.mjs', import.meta.url).href)
    return pages.handler
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND') {
      console.error('The pages are not built yet. Run `npm run build` first.')
      process.exit(1)
    }
    throw cause
  }
}
