import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
