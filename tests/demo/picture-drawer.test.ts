import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { createDemoDrawer } from '../../demo/picture-drawer.ts'

const BACK = 'madder-handloom-cotton-saree-indigo-back.webp'

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('draws a picture once for simultaneous and later callers', async () => {
  const folder = emptyFolder()
  const drawn: string[] = []
  const draw = createDemoDrawer((shop, file) => {
    drawn.push(`${shop} ${file}`)
    return Promise.resolve(Buffer.from('picture'))
  })
  expect(await Promise.all([draw(folder, 'tanabana', BACK), draw(folder, 'tanabana', BACK)])).toEqual([
    true,
    true,
  ])
  await draw(folder, 'tanabana', BACK)
  expect(drawn).toEqual([`tanabana ${BACK}`])
  expect(readdirSync(folder)).toEqual([BACK])
})

test('draws two pictures at once; the third waits, and a second request joins the first', async () => {
  const folder = emptyFolder()
  const files = ['back', 'detail', 'drape'].map((view) => `madder-handloom-cotton-saree-indigo-${view}.webp`)
  const started: { file: string; finish: () => void }[] = []
  const draw = createDemoDrawer((_, file) => {
    const { promise, resolve } = Promise.withResolvers<Buffer>()
    started.push({ file, finish: () => resolve(Buffer.from(file)) })
    return promise
  })
  const waiting = Promise.all(files.map((file) => draw(folder, 'tanabana', file)))
  await expect.poll(() => started.map(({ file }) => file).sort()).toEqual(files.slice(0, 2))
  await setImmediate()
  expect(started).toHaveLength(2)

  // A second request joins the drawing of the first.
  const again = draw(folder, 'tanabana', BACK)
  started[0]?.finish()
  await expect.poll(() => started.length).toBe(3)
  for (const { finish } of started) finish()
  expect(await again).toBe(true)
  expect(await waiting).toEqual([true, true, true])
  expect(readdirSync(folder).sort()).toEqual(files)
  expect(await draw(folder, 'tanabana', BACK)).toBe(true)
  expect(started).toHaveLength(3)
})

test.each([
  ['another shop', 'silk-house', BACK],
  ['an unknown picture', 'tanabana', 'saree-plum-back.webp'],
  ['a path', 'tanabana', `../tanabana/${BACK}`],
])('draws nothing for %s', async (_, shop, file) => {
  const folder = emptyFolder()
  const draw = createDemoDrawer(() => Promise.reject(new Error('drew')))
  expect(await draw(folder, shop, file)).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})

test('leaves no half of a picture behind, and tries again', async () => {
  const folder = emptyFolder()
  let isBroken = true
  const draw = createDemoDrawer(() =>
    isBroken ? Promise.reject(new Error('no memory')) : Promise.resolve(Buffer.from('picture')),
  )
  await expect(draw(folder, 'tanabana', BACK)).rejects.toThrow('no memory')
  expect(readdirSync(folder)).toEqual([])
  isBroken = false
  expect(await draw(folder, 'tanabana', BACK)).toBe(true)
})
