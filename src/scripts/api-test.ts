import { browserClient } from '../lib/auth/browser-client.ts'
import { withResponseTimeout } from '../lib/api-client/response-timeout.ts'
import { InvalidResponseError, NoResponseError, StatusError } from '../lib/api-client/errors.ts'
import { fetchStoreInfo } from '../lib/api-client/store-info.ts'
import { fill, t } from '../lib/i18n/translate.ts'
import { storeName } from '../lib/shop/shop-text.ts'

const apiTestMessages = {
  failed: 'Connection failed. Check console for details.',
  unexpected: 'Unexpected error: {message}',
}

const panel = document.querySelector<HTMLElement>('#api-test')
const button = panel?.querySelector('button')

button?.addEventListener('click', () => void runTest())
void runTest()

/** Requests the store info, logs the response and shows the outcome. docs/requirements.md#220-api-test */
async function runTest(): Promise<void> {
  if (button) button.disabled = true
  show('loading')
  writeFacts()
  try {
    const start = performance.now()
    const store = await withResponseTimeout(fetchStoreInfo(browserClient()))
    console.log('Store information:', store)
    writeFacts({
      store: storeName(store),
      time: `${Math.round(performance.now() - start)} ms`,
      categories: String(store.categories.length),
      policies: String(Object.keys(store.policies).length),
    })
    show('ready')
  } catch (error) {
    console.error('Store information:', error)
    write('[data-show=failed]', failureText(error))
    show('failed')
  }
  if (button) button.disabled = false
}

/** Returns the message of a failed call or of any other error. docs/requirements.md#89-api-test-and-newsletter */
function failureText(error: unknown): string {
  const isFailedCall = [NoResponseError, StatusError, InvalidResponseError].some(
    (kind) => error instanceof kind,
  )
  if (isFailedCall) return t(apiTestMessages.failed)
  return fill(t(apiTestMessages.unexpected), {
    message: error instanceof Error ? error.message : String(error),
  })
}

function show(state: 'loading' | 'ready' | 'failed'): void {
  for (const element of panel?.querySelectorAll<HTMLElement>('[data-show]') ?? []) {
    element.hidden = element.dataset.show !== state
  }
}

/** Writes the facts; a missing one becomes a dash. */
function writeFacts(facts: Record<string, string> = {}): void {
  for (const element of panel?.querySelectorAll<HTMLElement>('[data-fact]') ?? []) {
    element.textContent = facts[element.dataset.fact ?? ''] ?? '–'
  }
}

function write(selector: string, text: string): void {
  const element = panel?.querySelector(selector)
  if (element) element.textContent = text
}
