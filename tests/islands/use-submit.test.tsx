// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { useSubmit } from '../../src/islands/ui/use-form.ts'

afterEach(cleanup)

const setUp = () => renderHook(() => useSubmit((error) => `Said: ${String(error)}`)).result

test('a second submit during the first does nothing', async () => {
  const result = setUp()
  const end = Promise.withResolvers<undefined>()
  const action = vi.fn(() => end.promise)
  act(() => {
    void result.current.submit(action)
    void result.current.submit(action)
  })
  expect(result.current.isPending).toBe(true)
  await act(async () => end.resolve(undefined))
  expect(result.current.isPending).toBe(false)
  expect(action).toHaveBeenCalledOnce()
})

test('a failure leaves its message, which the next try clears', async () => {
  const result = setUp()
  await act(() => result.current.submit(() => Promise.reject(new Error('no'))))
  expect(result.current).toMatchObject({ isPending: false, message: 'Said: Error: no' })
  await act(() => result.current.submit(() => Promise.resolve(undefined)))
  expect(result.current.message).toBeUndefined()
})

test('a form that leaves the page stays pending until the page comes back from the cache', async () => {
  const result = setUp()
  const action = vi.fn(() => Promise.resolve('leaving' as const))
  await act(() => result.current.submit(action))
  await act(() => result.current.submit(action))
  expect(result.current.isPending).toBe(true)
  expect(action).toHaveBeenCalledOnce()
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  expect(result.current.isPending).toBe(false)
})
