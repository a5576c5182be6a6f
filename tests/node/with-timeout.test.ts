import { expect, test, vi } from 'vitest'

import { withTimeout } from '@tanabana/node/promises.ts'

const never = new Promise<string>(() => undefined)

test('gives the result of work that ends in time', async () => {
  const onTimeout = vi.fn()
  expect(await withTimeout(Promise.resolve('done'), 10, onTimeout)).toBe('done')
  await expect(withTimeout(Promise.reject(new Error('broken')), 10, onTimeout)).rejects.toThrow('broken')
  expect(onTimeout).not.toHaveBeenCalled()
})

test('gives something else in the place of work that takes too long', async () => {
  expect(await withTimeout(never, 1, () => 'late')).toBe('late')
})

test('rejects with the error of onTimeout when work takes too long', async () => {
  const late = withTimeout(never, 1, () => {
    throw new Error('late')
  })
  await expect(late).rejects.toThrow('late')
})
