import { expect, test } from 'vitest'

import { findPurgeTargets } from '../../../api/purge/purge-targets.ts'

const resolveTo =
  (...addresses: string[]) =>
  (): Promise<{ address: string; family: number }[]> =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))

test('a name stands for every storefront behind it, and is asked again for each purge', async () => {
  const asked: string[] = []
  const found = [['10.0.0.2', '10.0.0.3'], ['10.0.0.3']]
  const resolve = (name: string) => {
    asked.push(name)
    return resolveTo(...(found.shift() ?? []))()
  }
  const find = () => findPurgeTargets('http://storefronts:4321', resolve)
  expect(await find()).toEqual([
    { origin: 'http://10.0.0.2:4321', host: 'storefronts:4321' },
    { origin: 'http://10.0.0.3:4321', host: 'storefronts:4321' },
  ])
  expect(await find()).toEqual([{ origin: 'http://10.0.0.3:4321', host: 'storefronts:4321' }])
  expect(asked).toEqual(['storefronts', 'storefronts'])
})

test('a storefront with addresses of both families is purged once', async () => {
  expect(await findPurgeTargets('http://storefronts', resolveTo('fd00::2', '10.0.0.2'))).toEqual([
    { origin: 'http://10.0.0.2', host: 'storefronts' },
  ])
  expect(await findPurgeTargets('http://storefronts:80', resolveTo('fd00::2'))).toEqual([
    { origin: 'http://[fd00::2]', host: 'storefronts' },
  ])
})

test.each([
  'https://shops.example',
  'http://10.0.0.2:4321',
  'http://[fd00::2]:4321',
  'http://localhost:4321',
])('%s is one server, and no name is looked up', async (origin) => {
  const refuse = () => Promise.reject(new Error('No name may be looked up.'))
  expect(await findPurgeTargets(origin, refuse)).toEqual([{ origin, host: new URL(origin).host }])
})
