import { controlSocketPath, forwardCommand } from '../../../cli/control.ts'
import { demoDataDirectory } from '../../kit/shops/demo-data-directory.ts'
import { expect } from '../fixtures.ts'
import { demoShop, type DemoOrder } from './demo-order.ts'

const SHOP = 'tanabana'
/** Jobs write and send the messages. */
const SENT_WITHIN_MS = 30_000

interface Said {
  exitCode: number | undefined
  text: string
}

/** Runs a merchant's command line in the API of the demo stack. */
async function run(argv: string[]): Promise<Said> {
  const lines: string[] = []
  const listen = (line: string) => void lines.push(line)
  const output = { line: listen, data: listen, problem: listen, progress: () => undefined }
  const dataDirectory = demoDataDirectory(new URL(demoShop.origin).port)
  const exitCode = await forwardCommand(controlSocketPath(dataDirectory), { argv, cwd: '.' }, output)
  return { exitCode, text: lines.join('\n') }
}

function toArguments([group = '', name = '', ...rest]: string[]): string[] {
  return [group, name, SHOP, ...rest]
}

/** A command line of any shop, which succeeds; what it says. */
export async function runStoreCommand(...argv: string[]): Promise<string> {
  const { exitCode, text } = await run(argv)
  expect(exitCode, text).toBe(0)
  return text
}

/** `store <group> <name> tanabana …`, which succeeds; what it says. */
export function store(...words: string[]): Promise<string> {
  return runStoreCommand(...toArguments(words))
}

/** The same, which is refused with this sentence. */
export async function expectRefusal(sentence: RegExp, ...words: string[]): Promise<void> {
  const { exitCode, text } = await run(toArguments(words))
  expect(exitCode, text).toBe(1)
  expect(text).toMatch(sentence)
}

export async function ship(orderId: string, tracking = '1490811234567'): Promise<string> {
  return store('orders', 'ship', orderId, '--courier', 'Delhivery', '--tracking', tracking)
}

/** Ships a paid order, and its parcel arrives. */
export async function deliver(orderId: string): Promise<void> {
  await ship(orderId)
  await store('orders', 'advance', orderId, '--to', 'delivered')
}

/** The id of the return that a shopper asked for. */
export async function returnOf(orderId: string): Promise<string> {
  const returns: { order: string; id: string }[] = JSON.parse(await store('returns', 'list', '--json'))
  const found = returns.find(({ order }) => order === orderId)
  if (!found) throw new Error(`Order ${orderId} has no return.`)
  return found.id
}

/** The shopper's e-mails in the mailbox of the demo. */
async function mailsOf({ shopper }: DemoOrder): Promise<{ path: string; subject: string }[]> {
  const page = await (await fetch(`${demoShop.apiOrigin}/sandbox/messages`)).text()
  return page
    .split('<li>')
    .filter((entry) => entry.includes(`to the shopper: ${shopper.email}`))
    .map((entry) => {
      const [, path = '', subject = ''] = /<a href="([^"]*)">([^<]*)</.exec(entry) ?? []
      return { path, subject }
    })
}

async function subjectsOf(order: DemoOrder): Promise<string> {
  return (await mailsOf(order)).map(({ subject }) => subject).join('\n')
}

/** The path of the shop's page, such as `/confirm/…`, to which an e-mail of the order leads. */
export async function mailLinkOf(order: DemoOrder, page: string): Promise<string> {
  let found: string | undefined
  const search = async () => {
    for (const { path } of await mailsOf(order)) {
      const mail = await (await fetch(demoShop.apiOrigin + path)).text()
      found ??= new RegExp(`${page}[\\w-]{43}`).exec(mail)?.[0]
    }
    return found
  }
  await expect.poll(search, { timeout: SENT_WITHIN_MS }).toBeDefined()
  return found ?? ''
}

/** Expects an e-mail to the shopper with this subject, in which `{order}` is the order. */
export async function expectMail(order: DemoOrder, subject: string): Promise<void> {
  await expect
    .poll(() => subjectsOf(order), { timeout: SENT_WITHIN_MS })
    .toContain(subject.replace('{order}', order.orderId))
}

/** Money, stock and history of the shop agree with its orders. */
export async function expectBooksToAgree(): Promise<void> {
  for (const books of ['money', 'stock', 'history']) await store('check', books)
}
