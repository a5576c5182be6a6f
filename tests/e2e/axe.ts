import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

type RunOnly = Parameters<AxeBuilder['options']>[0]['runOnly']

/** WCAG 2.0 to 2.2, A and AA. */
export const WCAG: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'],
}

/** Headings skip no level; Lighthouse asks for it too. */
export const HEADING_ORDER: RunOnly = { type: 'rule', values: ['heading-order'] }

/** What axe finds wrong on the page as it stands: each rule, and where it is broken. */
export async function flaws(page: Page, runOnly: RunOnly): Promise<string[]> {
  // A toast or a page that still fades in has colours of its own; skeletons move without end.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished.catch(() => null)),
    ),
  )
  const { violations } = await new AxeBuilder({ page })
    // The only frame is the console's preview, whose sandbox lets no script in; its page is looked at by itself.
    .setLegacyMode()
    .options({ runOnly, resultTypes: ['violations'], iframes: false })
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
