import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, inject, it } from 'vitest'

import { openDatabase } from '../../api/db/index.ts'
import { putTenant } from '../../api/modules/tenants/write.ts'
import { ASHA } from '../kit/api/store.ts'
import { copyTemplate } from '../kit/database/databases.ts'

const root = join(import.meta.dirname, '../..')

/** The command of docs/deploy.md, without the change of user: that takes root. */
function commandOf(home: string): string {
  const page = readFileSync(join(root, 'docs/deploy.md'), 'utf8')
  const [block = ''] = /^\(set -a;[^]*?\)$/m.exec(page) ?? []
  return block
    .replace('/etc/tanabana', home)
    .replace('/var/lib/tanabana', join(home, 'data'))
    .replace('/opt/tanabana/current', root)
    .replace('runuser -u tanabana -- node', `'${process.execPath}'`)
}

it(
  'a command takes the settings of api.env, and makes no database of its own',
  { timeout: 90_000 },
  async () => {
    const databaseUrl = await copyTemplate(inject('postgres'))
    const db = await openDatabase({ dataDir: 'memory://', databaseUrl })
    await putTenant(db, ASHA)
    await db.close()
    const home = mkdtempSync(join(tmpdir(), 'tanabana-deployed-'))
    const value = `'${databaseUrl}?application_name=the shop&sslmode=disable'`
    writeFileSync(join(home, 'api.env'), `DATABASE_URL=${value}\n`)
    const said = execFileSync('sh', ['-c', commandOf(home)], {
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
    })
    expect(said).toBe('asha  asha store  asha.example, asha.localhost\n')
    expect(existsSync(join(home, 'data'))).toBe(false)
  },
)
