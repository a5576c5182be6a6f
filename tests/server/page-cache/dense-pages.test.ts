import { brotliDecompressSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { cacheOf, shop } from './hand-made-cache.ts'

const weaves = ['Handloom', 'Chanderi', 'Ikat', 'Banarasi', 'Jamdani', 'Bandhani', 'Kalamkari']
const html = Array.from(
  { length: 400 },
  (_, index) => `<li><a href="/product/${index * 37}">${weaves[index % 7]} saree ${index}</a></li>`,
).join('\n')

type Kit = ReturnType<typeof cacheOf>

const freshPage = ({ cache }: Kit) => cache.getAtOnce(shop, '/')?.page
const textOf = (kit: Kit) => brotliDecompressSync(freshPage(kit)?.body.packed ?? Buffer.of()).toString()

/** A cache with the page as the second shopper gets it, and all after. */
async function askTwice() {
  const kit = cacheOf()
  const { page } = await kit.ask('/', html)
  const first = { etag: page.etag, size: page.body.packed.length }
  freshPage(kit)
  await expect.poll(() => freshPage(kit)?.body.packed.length).toBeLessThan(first.size)
  return { kit, first }
}

test('what is asked for twice goes out smaller, and is the same page', async () => {
  const { kit, first } = await askTwice()
  expect(textOf(kit)).toBe(html)
  expect(freshPage(kit)?.etag).toBe(first.etag)
})

test('a page made anew with the same words stays as small, one with others is packed again', async () => {
  const { kit, first } = await askTwice()
  kit.pass(11)
  await kit.ask('/', html)
  await expect.poll(() => freshPage(kit)).toBeDefined()
  expect(freshPage(kit)?.body.packed.length).toBeLessThan(first.size)

  kit.pass(11)
  await kit.ask('/', html.replace('Handloom saree 0', 'Handloom saree, the last one'))
  await expect.poll(() => freshPage(kit)).toBeDefined()
  expect(freshPage(kit)?.etag).not.toBe(first.etag)
  expect(textOf(kit)).toContain('the last one')
})

test('the count of bytes comes out even', async () => {
  const { kit } = await askTwice()
  expect(kit.cache.bytes()).toBeGreaterThan(0)
  kit.cache.purge(['tenant:shop.example'])
  expect(kit.cache.bytes()).toBe(0)
})

test('after one page the processor rests before the next is packed again', async () => {
  const { cache, ask } = cacheOf()
  const [first, second] = [(await ask('/', html)).page.body, (await ask('/terms', html)).page.body]
  const { length } = first.packed
  cache.getAtOnce(shop, '/')
  while (first.packed.length === length) await new Promise((resolve) => setImmediate(resolve))

  cache.getAtOnce(shop, '/terms')
  await new Promise((resolve) => setImmediate(resolve))
  expect(second.isDense).toBe(false)
  const isDense = () => cache.getAtOnce(shop, '/terms')?.page.body.isDense
  await expect.poll(isDense, { timeout: 10_000 }).toBe(true)
})

test('while shoppers keep the processor busy nothing is packed again', async () => {
  let isBusy = true
  let looks = 0
  const { cache, ask } = cacheOf({
    isBusy: async () => {
      looks += 1
      return isBusy
    },
  })
  const { body } = (await ask('/', html)).page
  await expect.poll(() => cache.getAtOnce(shop, '/') && looks).toBeGreaterThan(2)
  expect(body.isDense).toBe(false)
  isBusy = false
  await expect.poll(() => cache.getAtOnce(shop, '/')?.page.body.isDense).toBe(true)
})
