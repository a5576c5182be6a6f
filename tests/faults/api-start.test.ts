import { expect, onTestFinished, test } from 'vitest'

import { startApiProcess } from '../kit/api/api-process.ts'

/** Events of the API's log before it listens, and its data directory. */
async function startEvents(env: Record<string, string>) {
  const api = await startApiProcess(undefined, { env })
  onTestFinished(() => api.stop())
  const events = api.startLines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  return { events, dataDir: api.dataDir }
}

test('an API in production warns at its start that orders are in the embedded database and e-mails are not sent, and how to change that', async () => {
  const { events, dataDir } = await startEvents({ NODE_ENV: 'production' })
  expect(events).toEqual([
    expect.objectContaining({
      level: 'warn',
      event: 'database',
      warning:
        `NODE_ENV is production, but DATABASE_URL is missing: orders are kept in the embedded database in ${dataDir}, ` +
        'which a power cut can damage. Set DATABASE_URL to a PostgreSQL.',
    }),
    expect.objectContaining({
      level: 'warn',
      event: 'messages',
      warning: expect.stringMatching(
        /^SMTP_URL is missing, so no e-mail is sent: order received,.*, nor any about account, .*MAIL_FROM\.$/,
      ),
    }),
  ])
}, 90_000)

test('an API outside production does not warn of the embedded database', async () => {
  expect((await startEvents({ NODE_ENV: 'development' })).events).toEqual([])
}, 90_000)
