import { startApi, type ApiParts, type Companion } from '../api/start.ts'
import { purgeOrRetry } from '../api/purge/space-purges.ts'
import { controlSocketPath, listenForCommands } from './control.ts'
import { runCommand } from './run.ts'

// `npm run api`. Errors at start are about settings or the data directory: the operator needs the message, not the stack.
try {
  await startApi(takeCommands)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** Only one process can open a PGlite directory, so commands of the merchant run in this one. */
async function takeCommands({ config, db, providers }: ApiParts): Promise<Companion | undefined> {
  if (config.databaseUrl || config.dataDir === 'memory://') return undefined
  return listenForCommands({
    socketPath: controlSocketPath(config.dataDir),
    run: ({ argv, cwd, user }, output, signal) =>
      runCommand(argv, {
        database: () => Promise.resolve(db),
        servesRequests: true,
        dataDir: config.dataDir,
        cwd,
        user,
        output,
        providers,
        paymentSecrets: config.paymentSecrets,
        purge: (shop, edited) => purgeOrRetry(db, config, shop, edited),
        signal,
      }),
  })
}
