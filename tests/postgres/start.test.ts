import { inject, describe, expect, it, onTestFinished } from 'vitest'

import { openDatabase } from '../../api/db/index.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { ASHA, serve } from '../kit/api/store.ts'
import { startApiProcess } from '../kit/api/api-process.ts'
import { administer, copyTemplate, databaseAt, SHOP_ROLE } from '../kit/database/databases.ts'

const server = inject('postgres')

/** A database without a table, owned by a role of its own or by the suite's. */
async function emptyDatabase(owner = SHOP_ROLE, options = ''): Promise<string> {
  const name = `empty_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(server, `create database ${name} owner ${owner} ${options}`)
  return databaseAt(server, name, owner)
}

const open = (databaseUrl: string, startWaitMs = 0) =>
  openDatabase({ dataDir: 'memory://', databaseUrl, startWaitMs })

describe('an empty PostgreSQL', () => {
  it('is set up once by five processes that start at the same moment', async () => {
    const url = await emptyDatabase()
    const opened = await Promise.all(Array.from({ length: 5 }, () => open(url)))
    const [one, , , , other] = opened
    if (!one || !other) throw new Error('nothing was opened')
    await putTenant(one, ASHA)
    expect((await serve(other).call('asha.example', '/storeInfo')).body.storeName).toBe('asha store')
    const applied = await administer(
      databaseAt(server, new URL(url).pathname, 'postgres'),
      'select 1 from schema_migrations',
    )
    expect(applied.length).toBeGreaterThan(4)
    for (const db of opened) await db.close()
  })

  it('is set up by an owner who may grant the roles to itself, as PostgreSQL 16 leaves it to who has made them', async () => {
    const owner = `maker_${crypto.randomUUID().replaceAll('-', '')}`
    await administer(
      server,
      `create role ${owner} login createrole`,
      `grant tanabana_app, tanabana_directory to ${owner} with admin true, set false, inherit false`,
    )
    const db = await open(await emptyDatabase(owner))
    await putTenant(db, ASHA)
    expect((await serve(db).call('asha.example', '/products')).body.data).toEqual([])
    expect(db.warnings).toEqual([])
    await db.close()
  })
})

it('an API in production on PostgreSQL with a mail server starts without a warning', async () => {
  const env = {
    NODE_ENV: 'production',
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'orders@example.com',
  }
  const api = await startApiProcess(await copyTemplate(server), { env })
  onTestFinished(() => api.stop())
  expect(api.startLines).toEqual([])
}, 90_000)

describe('a login', () => {
  it(
    'sees no shop’s rows outside of a shop, and its sessions do not begin as the tables’ owner',
    { tags: ['@decision-15.4'] },
    async () => {
      const url = await copyTemplate(server)
      await (await open(url)).close()
      expect(await administer(url, 'select current_user as acting')).toEqual([
        { acting: 'tanabana_directory' },
      ])
      await expect(administer(url, 'select * from users')).rejects.toThrow(
        'permission denied for table users',
      )
      await expect(administer(url, 'drop table users')).rejects.toThrow('must be owner of table users')
    },
  )

  it('that is a superuser is named in a warning', async () => {
    const url = new URL(await copyTemplate(server))
    url.username = 'postgres'
    const db = await open(url.href)
    expect(db.warnings).toEqual([
      "postgres of DATABASE_URL is a superuser, so row-level security protects only statements for one shop. Sign in as the database's owner without that right.",
    ])
    await db.close()
  })

  it('that passes by row-level security is named in a warning, and is held all the same', async () => {
    const owner = `passer_${crypto.randomUUID().replaceAll('-', '')}`
    await administer(
      server,
      `create role ${owner} login bypassrls`,
      `grant tanabana_app, tanabana_directory to ${owner}`,
    )
    const url = await emptyDatabase(owner)
    const db = await open(url)
    expect(db.warnings).toEqual([
      `${owner} of DATABASE_URL has BYPASSRLS, which it does not need: ALTER ROLE ${owner} NOBYPASSRLS;`,
    ])
    await db.close()
    await expect(administer(url, 'select * from users')).rejects.toThrow('permission denied for table users')
  })

  it('that may not act as the roles is refused with the commands to run', async () => {
    const owner = `stranger_${crypto.randomUUID().replaceAll('-', '')}`
    await administer(server, `create role ${owner} login`)
    await expect(open(await emptyDatabase(owner))).rejects.toThrow(
      `The role ${owner} of DATABASE_URL may not set up the database or act as tanabana_app and tanabana_directory. ` +
        `As an administrator make it the database's owner and run: CREATE ROLE tanabana_app NOLOGIN; ` +
        `CREATE ROLE tanabana_directory NOLOGIN; GRANT tanabana_app, tanabana_directory TO ${owner};`,
    )
  })
})

describe('a PostgreSQL that can’t be used is refused with what to correct', () => {
  it('when nothing listens', async () => {
    await expect(open('postgres://shops:secret@127.0.0.1:9/shops')).rejects.toThrow(
      /^The database at 127\.0\.0\.1:9 can't be reached\. Start it, or correct DATABASE_URL\.$/,
    )
  })

  it('when nothing listens, with a sentence at the beginning of the wait', async () => {
    const said: string[] = []
    const opening = openDatabase({
      dataDir: 'memory://',
      databaseUrl: 'postgres://shops:secret@127.0.0.1:9/shops',
      startWaitMs: 1000,
      onStartWait: (sentence) => said.push(sentence),
    })
    await expect(opening).rejects.toThrow("can't be reached. Start it")
    expect(said).toEqual([
      "The database at 127.0.0.1:9 can't be reached. Waiting up to 1 seconds for it to start.",
    ])
  })

  it('when it does not know the role', async () => {
    await expect(open(databaseAt(server, 'postgres', 'nobody_knows'))).rejects.toThrow(
      /^The database at 127\.0\.0\.1:\d+ refuses the role nobody_knows\. Correct role and password in DATABASE_URL\.$/,
    )
  })

  it('when it has no such database', async () => {
    await expect(open(databaseAt(server, 'none'))).rejects.toThrow(
      /^There is no database "none" at 127\.0\.0\.1:\d+\. Create it: CREATE DATABASE none OWNER shops;$/,
    )
  })

  it('when it does not hold every letter', async () => {
    const url = await emptyDatabase(
      SHOP_ROLE,
      "encoding 'LATIN1' locale_provider libc locale 'C' template template0",
    )
    await expect(open(url)).rejects.toThrow(
      `is in LATIN1. Create one with ENCODING 'UTF8' TEMPLATE template0.`,
    )
  })
})
