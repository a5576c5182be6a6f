import './limit-memory.ts'

// Code of static imports is loaded before the module above runs.
const { main } = await import('./main.ts')
process.exitCode = await main(process.argv.slice(2))
