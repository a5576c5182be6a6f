import { afterAll, beforeAll, expect, it } from 'vitest'

import { openStore, type Store } from '../kit/api/store.ts'

/** Requirements of ASVS 6.2 that no other test covers. */
const SHOP = 'asha.example'

let store: Store

beforeAll(async () => {
  store = await openStore()
}, 60_000)

afterAll(() => store.close())

async function register(email: string, password: string): Promise<number> {
  const body = { email, password, firstName: 'Meera', lastName: 'Iyer' }
  return (await store.call(SHOP, '/users/register', { body })).status
}

async function signIn(email: string, password: string): Promise<number> {
  return (await store.call(SHOP, '/users/authorize', { body: { email, password } })).status
}

it.each([
  ['64 letters', 'q'.repeat(32) + 'z'.repeat(32)],
  ['1,024 characters', 'x9'.repeat(512)],
  ['digits alone', '830274619205'],
  ['small letters alone', 'banarasi loom weft'],
  ['another script', 'तानाबानाकारघा'],
  ['signs alone', '!@#$%^&*()<>"\''],
])('a password of %s is taken', { tags: ['@asvs-6.2.5', '@asvs-6.2.9'] }, async (name, password) => {
  const email = `${name.replace(/\W/g, '')}@example.com`
  expect(await register(email, password)).toBe(201)
  expect(await signIn(email, password)).toBe(200)
})

it(
  'a password counts to its last character, in its case, with its blanks',
  { tags: ['@asvs-6.2.8'] },
  async () => {
    const password = ` Warp and Weft ${'k'.repeat(100)}`
    expect(await register('exact@example.com', password)).toBe(201)
    for (const other of [
      password.trim(),
      password.toLowerCase(),
      password.slice(0, -1),
      password.slice(0, 72),
      `${password} `,
    ]) {
      expect(await signIn('exact@example.com', other)).toBe(401)
    }
    expect(await signIn('exact@example.com', password)).toBe(200)
  },
)
