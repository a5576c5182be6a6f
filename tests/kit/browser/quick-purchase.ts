/** The part of a browser's page that a purchase needs, for any engine. */
export interface QuickPage {
  /** Opens the address and does not wait for its files. */
  open(address: string): Promise<unknown>
  run(script: (step: TimedStep) => Promise<boolean>, step: TimedStep): Promise<boolean>
}

/** One step of a hasty shopper: fills in fields by name and presses a control as soon as both exist. */
export interface Step {
  name: string
  /** Path of the page on which the step acts. */
  path: string
  fill?: Record<string, string>
  /** Names of radio groups whose first option to choose, where they exist. */
  choose?: string[]
  /** Selector of the control to press; without it, the step ends after filling in the fields. */
  press?: string
  /** Selector of an element that ends the step when it appears. */
  sees?: string
  /** Address to open afterwards, with the order number appended. */
  opens?: string
}

interface TimedStep extends Step {
  /** Deadline of all steps. */
  until: number
}

/** The password of every account. */
export const QUICK_PASSWORD = 'weft-and-warp'
const STEP_MS = 30_000
const TRY_MS = 1000
/** Timeout of one attempt in a busy browser. */
const RESPONSE_MS = 3000
const SUBMIT = 'main form button[type=submit]'
const PRODUCT: Step = {
  name: 'product',
  path: '/product/',
  choose: ['size', 'color'],
  press: 'main [data-product-form] [type=submit]',
}

/**
 * Buys the first product of the listing as a new shopper, up to the QR code of the payment, then tracks the order. Acts
 * on each page as soon as its HTML has arrived. Returns the name of the step that failed, or `undefined`.
 */
export async function buyQuickly(
  page: QuickPage,
  origin: string,
  email: string,
): Promise<string | undefined> {
  await page.open(`${origin}/products`)
  return takeSteps(page, [
    ...stepsFromListing(email),
    { name: 'to tracking', path: '/payment', opens: '/track-order?id=' },
    ...trackingSteps(email),
  ])
}

/** From the listing to the QR code of the payment, as a new shopper. */
export function stepsFromListing(email: string): Step[] {
  return [
    { name: 'listing', path: '/products', press: 'main article a[href^="/product/"]' },
    PRODUCT,
    { name: 'cart', path: '/cart', press: '[data-begins-checkout]' },
    { name: 'to registration', path: '/login', fill: { email }, press: 'main a[href^="/register"]' },
    ...stepsFromRegistration(email),
  ]
}

/** On the page that tracks an order. */
export function trackingSteps(email: string): Step[] {
  return [
    { name: 'tracking', path: '/track-order', fill: { contactInfo: email }, press: SUBMIT },
    { name: 'tracked order', path: '/track-order', sees: 'main table' },
  ]
}

/**
 * Buys the product at this address, where an advertisement leads, as a shopper who creates an account from the cart, up
 * to the QR code. Returns as `buyQuickly`.
 */
export async function buyFromAd(
  page: QuickPage,
  address: string,
  email: string,
): Promise<string | undefined> {
  await page.open(address)
  return takeSteps(page, [
    PRODUCT,
    { name: 'cart', path: '/cart', press: 'main a[href^="/register"]' },
    ...stepsFromRegistration(email),
  ])
}

/** Returns the name of the step that failed, which was not taken within `stepMs`, or `undefined`. */
export async function takeSteps(
  page: QuickPage,
  steps: Step[],
  stepMs = STEP_MS,
): Promise<string | undefined> {
  for (const step of steps) if (!(await take(page, step, stepMs))) return step.name
  return undefined
}

/** Registration, sign-in, checkout and payment up to the QR code. */
function stepsFromRegistration(email: string): Step[] {
  const password = QUICK_PASSWORD
  return [
    {
      name: 'registration',
      path: '/register',
      fill: { firstName: 'Asha', lastName: 'Rao', email, password, confirmPassword: password },
      press: SUBMIT,
    },
    { name: 'sign-in', path: '/login', fill: { email, password }, press: SUBMIT },
    {
      name: 'checkout',
      path: '/checkout',
      fill: {
        fullName: 'Asha Rao',
        address: '14 Loom Street',
        city: 'Varanasi',
        state: 'Uttar Pradesh',
        postalCode: '221001',
        phone: '9876543210',
      },
      press: SUBMIT,
    },
    { name: 'payment method', path: '/payment', press: 'main [name=method][value=upi-qr]' },
    { name: 'payment', path: '/payment', fill: { phone: '+919876543210' }, press: SUBMIT },
    { name: 'QR code', path: '/payment', sees: 'main section svg' },
  ]
}

/**
 * Whether the step succeeded in time. Each try is short, because a script ends with its page and in the back/forward
 * cache never returns.
 */
async function take(page: QuickPage, step: Step, stepMs: number): Promise<boolean> {
  const deadline = Date.now() + stepMs
  while (Date.now() < deadline) {
    const until = Date.now() + TRY_MS
    const isTaken = page.run(takeOnPage, { ...step, until }).catch(() => false)
    if (await Promise.race([isTaken, timeout(TRY_MS + RESPONSE_MS)])) return true
    await timeout(20)
  }
  return false
}

function timeout(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, false))
}

/** Runs in the browser, so it cannot use other declarations of this file. */
async function takeOnPage({ path, fill = {}, choose = [], press, sees, opens, until }: TimedStep) {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)

  function act(): boolean {
    if (!location.pathname.startsWith(path)) return false
    if (sees) return find(sees) !== null
    const fields = Object.entries(fill).map(([name, text]) => ({
      text,
      field: find(`main [name="${name}"]`),
    }))
    const pressed = press ? find(press) : undefined
    if (pressed === null || fields.some(({ field }) => field === null)) return false
    for (const { field, text } of fields) if (field) type(field, text)
    for (const name of choose) find(`main [name="${name}"]:not(:disabled)`)?.click()
    if (pressed?.matches(':disabled')) return false
    // Returns before the click leaves the page, which would end this script.
    setTimeout(() => {
      pressed?.click()
      if (opens) location.assign(opens + String(new URLSearchParams(location.search).get('orderId')))
    })
    return true
  }

  function type(field: HTMLElement, text: string): void {
    // React overrides `value` on the element; only the prototype's setter lets it notice the change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
    for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
  }

  while (Date.now() < until) {
    if (act()) return true
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return false
}
