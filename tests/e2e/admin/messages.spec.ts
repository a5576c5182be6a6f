import { expect, shops, test } from '../fixtures.ts'
import { openScreen, signInToConsole } from './staff.ts'

const [{ apiOrigin }] = shops

test(
  'a message of the contact form waits in Today until it is marked as answered',
  { tag: ['@req-12.8', '@req-11.35'] },
  async ({ page, request }, { project }) => {
    const subject = `A torn seam ${project.name} ${Date.now()}`
    const data = {
      name: 'Meera Iyer',
      email: `meera.${Date.now()}@example.com`,
      subject,
      message: 'It came open.',
    }
    const sent = await request.post(`${apiOrigin}/api/v1/contact`, { data })
    const { number } = await sent.json()
    await signInToConsole(page, 'owner')
    await page.getByRole('link', { name: subject }).click()
    await expect(page.getByText(subject)).toBeVisible()
    await page.getByRole('button', { name: `Answered: ${number}`, exact: true }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await expect(page.getByText(subject)).toHaveCount(0)
    await openScreen(page, '/')
    await expect(page.getByRole('heading', { name: /^Low stock/ })).toBeVisible()
    await expect(page.getByText(subject)).toHaveCount(0)
  },
)
