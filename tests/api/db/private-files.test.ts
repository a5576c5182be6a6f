import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openDatabase } from '../../../api/db/index.ts'
import { putTenant } from '../../../api/modules/tenants/write.ts'
import { ASHA } from '../../kit/api/store.ts'

const NOBODY = 65_534

let place: string
let dataDir: string
let umask: number

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'tanabana-private-'))
  // The way to the data is open: what closes it is the data directory itself.
  chmodSync(place, 0o755)
  dataDir = join(place, 'data')
  umask = process.umask(0)
})

afterAll(() => {
  process.umask(umask)
  rmSync(place, { recursive: true, force: true })
})

/** Every entry below a folder, itself included, that users other than its owner may read, write or enter. */
function openToOthers(folder: string): string[] {
  const paths = [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ]
  return paths.filter((path) => !lstatSync(path).isSymbolicLink() && (lstatSync(path).mode & 0o077) !== 0)
}

/** The output of `cat` as another user; undefined without root, which switching users needs. */
function readAsNobody(path: string): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  const { stdout, stderr } = spawnSync('cat', [path], { uid: NOBODY, gid: NOBODY, encoding: 'utf8' })
  return stdout + stderr
}

describe('the files of the embedded database', () => {
  it(
    'are closed to other users, whatever the umask, while it is written and after it was closed',
    { tags: ['@decision-1.10', '@decision-14.2'], timeout: 60_000 },
    async () => {
      const db = await openDatabase({ dataDir })
      await putTenant(db, ASHA)
      await db.orm.execute(sql`set role none`)
      await db.orm.execute(
        sql`create table filled as select repeat('a', 1000) as text from generate_series(1, 20000)`,
      )
      await db.orm.execute(sql`checkpoint`)
      expect(openToOthers(dataDir)).toEqual([])
      await db.close()
      expect(openToOthers(dataDir)).toEqual([])
    },
  )

  it('are not read by another user, who reads what lies beside them', { tags: ['@decision-1.10'] }, () => {
    const beside = join(place, 'beside.txt')
    writeFileSync(beside, 'for every user', { mode: 0o644 })
    const version = join(dataDir, 'database', 'PG_VERSION')
    expect([undefined, 'for every user']).toContain(readAsNobody(beside))
    expect([undefined, `cat: ${version}: Permission denied\n`]).toContain(readAsNobody(version))
  })

  it('are closed at the next start where an earlier version left them open, and nothing that a link leads to is', async () => {
    const outside = join(place, 'outside')
    mkdirSync(join(dataDir, 'media', 'asha'), { recursive: true })
    mkdirSync(outside, { mode: 0o755 })
    writeFileSync(join(dataDir, 'media', 'asha', 'kurta.webp'), '', { mode: 0o644 })
    symlinkSync(outside, join(dataDir, 'media', 'bela'))
    for (const path of [dataDir, join(dataDir, 'database'), join(dataDir, 'database', 'PG_VERSION')]) {
      chmodSync(path, 0o777)
    }
    const db = await openDatabase({ dataDir })
    await db.close()
    expect(openToOthers(dataDir)).toEqual([])
    expect(lstatSync(outside).mode & 0o777).toBe(0o755)
  }, 60_000)

  it('are not put into a directory that all users share', async () => {
    const shared = join(place, 'shared')
    mkdirSync(shared)
    chmodSync(shared, 0o1777)
    await expect(openDatabase({ dataDir: shared })).rejects.toThrow(
      `The data directory ${shared} has other uses. Give DATA_DIR a folder of its own.`,
    )
    expect(readdirSync(shared)).toEqual([])
  })

  it('are not put into the folder of a project, whose files keep their modes', async () => {
    const project = join(place, 'project')
    mkdirSync(project)
    writeFileSync(join(project, 'package.json'), '{}')
    chmodSync(join(project, 'package.json'), 0o644)
    await expect(openDatabase({ dataDir: project })).rejects.toThrow(
      `The data directory ${project} has other uses. Give DATA_DIR a folder of its own.`,
    )
    expect(lstatSync(join(project, 'package.json')).mode & 0o777).toBe(0o644)
  })
})
