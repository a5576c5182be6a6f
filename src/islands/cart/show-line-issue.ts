import type { CartLine } from '../../lib/cart/cart.ts'
import type { LineIssues } from '../../lib/cart/line-issues.ts'
import { lineToasts } from '../../lib/cart/messages.ts'
import { fill, t } from '../../lib/i18n/translate.ts'
import { addErrorToast } from '../../lib/platform/toasts.ts'

/** Says by a toast why a line can't be ordered. */
export function showLineIssue({ name }: CartLine, issues: LineIssues): void {
  const { title, body } = lineToasts[issues.removal ?? toastOf(issues)]
  addErrorToast({ title: fill(t(title), { name }), body: fill(t(body), { name }) })
}

/** Focuses the first line that can't be ordered, where it can be changed. */
export function focusLineIssue(region: HTMLElement | null): void {
  region?.querySelector<HTMLElement>('[data-line-issue]')?.focus()
}

/** The first choice that a line lacks. */
function toastOf({
  size,
  color,
  option,
  refused,
}: LineIssues): 'size' | 'color' | 'option' | 'stock' | 'refused' {
  if (size) return 'size'
  if (color) return 'color'
  if (option) return 'option'
  return refused ? 'refused' : 'stock'
}
