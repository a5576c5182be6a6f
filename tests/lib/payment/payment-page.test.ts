// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import {
  removeProviderResult,
  postHiddenForm,
  readProviderResult,
  readOrderId,
} from '../../../src/lib/payment/payment-redirect.ts'

beforeEach(() => {
  vi.useFakeTimers()
  history.replaceState(null, '', '/payment')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the order comes from the query, else from the navigation state', { tags: ['@req-2.12'] }, () => {
  expect(readOrderId()).toBeUndefined()
  history.replaceState({ orderId: 'S1' }, '', '/payment')
  expect(readOrderId()).toBe('S1')
  history.replaceState({ orderId: 'S1' }, '', '/payment?orderId=Q%201')
  expect(readOrderId()).toBe('Q 1')
  history.replaceState({ orderId: 7 }, '', '/payment?orderId=%20')
  expect(readOrderId()).toBeUndefined()
})

test("the payment provider's result is removed from the URL, the order stays", () => {
  history.replaceState(null, '', '/payment?orderId=A1&result=declined')
  expect(readProviderResult()).toBe('declined')
  removeProviderResult()
  expect(readProviderResult()).toBeUndefined()
  expect(location.search).toBe('?orderId=A1')
})

test(
  'redirect_post submits a hidden form with its fields, one named submit included',
  { tags: ['@req-3.11', '@req-4.6'] },
  async () => {
    const submitted: HTMLFormElement[] = []
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
      submitted.push(this)
    })
    const posting = postHiddenForm('https://bank.example/pay', [
      ['type', 'card'],
      ['url', ''],
      ['data[submit]', '<b>"x"</b>'],
      ['submit', '1'],
    ])
    const [form] = submitted
    expect(form?.method).toBe('post')
    expect(form?.action).toBe('https://bank.example/pay')
    const inputs = [...(form?.querySelectorAll('input') ?? [])]
    expect(inputs.map(({ type, name, value }) => [type, name, value])).toEqual([
      ['hidden', 'type', 'card'],
      ['hidden', 'url', ''],
      ['hidden', 'data[submit]', '<b>"x"</b>'],
      ['hidden', 'submit', '1'],
    ])
    await vi.advanceTimersByTimeAsync(1000)
    await posting
    expect(document.querySelector('form')).toBeNull()
  },
)

test('a form that the policy of the page refuses is a failure', async () => {
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {
    document.dispatchEvent(
      Object.assign(new Event('securitypolicyviolation'), { effectiveDirective: 'form-action' }),
    )
  })
  await expect(postHiddenForm('https://elsewhere.example/', [])).rejects.toThrow('No form may be posted to')
})
