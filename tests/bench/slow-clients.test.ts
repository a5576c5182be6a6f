import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { afterEach, expect, test, vi } from 'vitest'

import { startAttack } from '../../bench/slow-clients.ts'

afterEach(() => vi.unstubAllEnvs())

/** How many clients came in an attack by a slowhttptest that does this by itself. */
async function clientsOf(script: string): Promise<number> {
  const commands = mkdtempSync(join(tmpdir(), 'tanabana-attacker-'))
  writeFileSync(join(commands, 'slowhttptest'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  vi.stubEnv('PATH', [commands, process.env.PATH].join(delimiter))
  const { closed, stop } = startAttack(['-H'], 'http://localhost:1/', 1)
  await closed
  return stop()
}

/** What slowhttptest 1.8.2 says of its connections. */
function status(second: number, connected: number, closed: number): string {
  return String.raw`printf 'slow HTTP test status on \033[0;32m${second}\033[0;32mth second:\n
\033[1;32minitializing:\033[1;32m        0
\033[1;32mpending:     \033[1;32m        1
\033[1;32mconnected:   \033[1;32m        ${connected}
\033[1;32merror:       \033[1;32m        7
\033[1;32mclosed:      \033[1;32m        ${closed}
\033[1;32mservice available:\033[1;32m   \033[1;32mYES\n'`
}

test.each(['exit 1', 'exit 0', 'exec no-such-command', status(0, 0, 0)])(
  'an attack without clients counts 0: %s',
  async (script) => expect(await clientsOf(script)).toBe(0),
)

test('rejected clients count too', async () => {
  expect(await clientsOf([status(0, 0, 0), status(5, 3, 906), status(10, 0, 12)].join('\n'))).toBe(909)
})
