import v8 from 'node:v8'

// A merchant's laptop, not a server: V8 would spend half a gigabyte on optimising PGlite for a command of seconds.
// The flags work only when set before the code that they are about is loaded.
for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', '--optimize-for-size']) {
  v8.setFlagsFromString(flag)
}

const { main } = await import('./main.ts')
process.exitCode = await main(process.argv.slice(2))
