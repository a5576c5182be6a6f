import { expect, test } from 'vitest'

import { StatusError } from '../../src/lib/errors.ts'
import { createAnswers, type KeptAnswer } from '../../src/server/store-answers.ts'

const HALF_MB = 512 * 1024
const read = (bytes: number): KeptAnswer => ({ status: 'read', value: {}, digest: '', bytes })
const refused = (bytes: number): KeptAnswer => ({
  status: 'refused',
  error: new StatusError(404, 'There is no such shop.'),
  digest: '',
  bytes,
})

type Answers = ReturnType<typeof createAnswers>
const say = (answers: Answers, key: string, answer: KeptAnswer) =>
  answers.get(key, () => Promise.resolve(answer), 1000)
const isAskedAgain = async (answers: Answers, key: string) => {
  let asked = false
  await answers.get(
    key,
    () => {
      asked = true
      return Promise.resolve(read(10))
    },
    1000,
  )
  return asked
}

test('a shop that is asked for thousands of invented categories costs no other an answer', async () => {
  const answers = createAnswers({ isCacheOn: true })
  for (const path of ['/store', '/products', '/categories'])
    await say(answers, `quiet.shop ${path}`, read(HALF_MB))
  for (let n = 0; n < 5000; n += 1) await say(answers, `loud.shop /products?category=${n}`, read(5000))
  for (const path of ['/store', '/products', '/categories'])
    expect(await isAskedAgain(answers, `quiet.shop ${path}`)).toBe(false)
  expect(await isAskedAgain(answers, 'loud.shop /products?category=1')).toBe(true)
})

test('thousands of hosts that an API does not know cost no shop an answer', async () => {
  const answers = createAnswers({ isCacheOn: true })
  for (let n = 0; n < 50; n += 1) await say(answers, `shop-${n}.example /store`, read(50_000))
  for (let n = 0; n < 20_000; n += 1) await say(answers, `invented-${n}.example /store`, refused(100))
  for (let n = 0; n < 50; n += 1) expect(await isAskedAgain(answers, `shop-${n}.example /store`)).toBe(false)
})
