import v8 from 'node:v8'

/**
 * Limits V8's memory: by default it spends half a gigabyte on optimizing PGlite for a short command. V8 applies the
 * flags only to code loaded afterwards, so import this module first.
 */
for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', '--optimize-for-size']) {
  v8.setFlagsFromString(flag)
}
