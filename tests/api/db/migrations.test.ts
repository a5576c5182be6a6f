import { readdirSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

const MIGRATIONS = 'api/db/migrations'
const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'))
const newest = files.toSorted().at(-1)?.slice(0, 4)

it('the schema is kept as one snapshot, that of the newest migration', () => {
  const snapshots = readdirSync(`${MIGRATIONS}/meta`).filter((name) => name !== '_journal.json')
  expect(snapshots).toEqual([`${newest}_snapshot.json`])
})

it('the journal names every migration', () => {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(`${MIGRATIONS}/meta/_journal.json`, 'utf8'),
  )
  expect(journal.entries.map(({ tag }) => `${tag}.sql`).toSorted()).toEqual(files.toSorted())
})
