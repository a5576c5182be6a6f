import { withState } from './load-state.ts'
import { announceSection, fetchSection } from './section-html.ts'

/** Loads pending sections and replaces their skeletons. docs/requirements.md#15-rendering */
for (const section of document.querySelectorAll<HTMLElement>('[data-pending-section]')) void show(section)

async function show(section: HTMLElement): Promise<void> {
  const failed = section.querySelector('template')
  try {
    section.innerHTML = await fetchSection(section.dataset.pendingSection ?? '')
    document.title = section.querySelector<HTMLElement>('[data-title]')?.dataset.title ?? document.title
  } catch {
    if (failed) section.replaceChildren(failed.content)
  }
  // The footer reports store info that failed after the page was sent.
  const failure = section.querySelector<HTMLElement>('[data-store-failed]')?.dataset.storeFailed
  if (failure) withState(({ addErrorToast }) => addErrorToast({ title: failure }))
  section.removeAttribute('aria-busy')
  announceSection()
}
