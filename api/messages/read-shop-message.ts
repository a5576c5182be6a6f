import { FIRST_LANGUAGE, readLanguage } from '@tanabana/contract/store-info.ts'
import { SHOP_MESSAGE_KINDS } from '../db/message-states.ts'
import type { Transaction } from '../db/index.ts'
import type { messages } from '../db/schema.ts'
import { formatOrderNumber } from '../ids.ts'
import { findContactMessage } from '../modules/contact/contact-messages.ts'
import { findSubscription } from '../modules/newsletter/subscriptions.ts'
import { findStaff } from '../modules/staff/accounts.ts'
import { linkAddress, openLink } from '../modules/staff/links.ts'
import { findRequest, isLinkValid, openToken } from '../modules/users/account-requests.ts'
import { findCredentials, findUser } from '../modules/users/accounts.ts'
import type { Tenant } from '../tenant.ts'
import type { MessageKind, ShopMessage, ShopMessageKind } from './channel.ts'
import { parseShopEvent } from '../modules/shop-messages/shop-message-rules.ts'
import { shopFacts, type MessageConfig } from './shop-facts.ts'

type Row = Pick<typeof messages.$inferSelect, 'id' | 'kind' | 'event' | 'role' | 'createdAt'>

interface Reading {
  config: MessageConfig
  now: () => Date
}

type Part = Omit<ShopMessage, 'id' | 'kind' | 'role' | 'language' | 'shop' | 'event' | 'endpoint'> & {
  language: string | null
}

export function isShopKind(kind: MessageKind): kind is ShopMessageKind {
  return SHOP_MESSAGE_KINDS.some((one) => one === kind)
}

/** What a message about no order says, as things are now, or why there is nothing to say any more. */
export async function readShopMessage(
  tx: Transaction,
  reading: Reading,
  tenant: Tenant,
  { id, kind, role, event, createdAt }: Row,
  endpoint: ShopMessage['endpoint'],
): Promise<ShopMessage | { skipped: string }> {
  if (kind !== 'event' && !isShopKind(kind)) return { skipped: 'There is no order.' }
  const shop = shopFacts(tenant, reading.config)
  const happened = parseShopEvent(event)
  const read = kind === 'event' ? readEvent : READERS[kind]
  const part = await read(tx, {
    tenant,
    event: happened.kind,
    subject: happened.subject,
    now: reading.now(),
    shop,
  })
  if ('skipped' in part) return part
  const { language, ...rest } = part
  const shopLanguage = readLanguage(tenant.record.language) ?? FIRST_LANGUAGE
  return {
    ...{ id, kind, role, shop, endpoint, ...rest },
    event: { kind: happened.kind, at: createdAt },
    language: readLanguage(language) ?? shopLanguage,
  }
}

interface Facts {
  tenant: Tenant
  event: string
  subject: string
  now: Date
  shop: ShopMessage['shop']
}

type Reader = (tx: Transaction, facts: Facts) => Promise<Part | { skipped: string }>

const GONE_STAFF = { skipped: 'The person is not on the staff any more.' }

const READERS: Readonly<Record<ShopMessageKind, Reader>> = {
  async 'password reset'(tx, { tenant: { id }, subject, now, shop }) {
    const request = await findRequest(tx, id, subject)
    if (!request || !isLinkValid(request, now)) return { skipped: 'The request has expired.' }
    const account = await findCredentials(tx, id, request.email)
    const user = account && (await findUser(tx, id, account.id))
    if (!user) return { skipped: 'No account has this address.' }
    const token = await openToken(tx, request, user.id)
    const recipient = { name: user.firstName, email: request.email }
    return { recipient, language: request.language, link: `${shop.origin}/reset-password#token=${token}` }
  },
  'password changed': readNotice,
  async 'email confirmation'(tx, { tenant: { id }, subject, now, shop }) {
    const request = await findRequest(tx, id, subject)
    if (!request || !isLinkValid(request, now)) return { skipped: 'The request has expired.' }
    const user = await findUser(tx, id, request.userId ?? '')
    if (!user) return { skipped: 'The account is gone.' }
    // The page says the same for each address, so that it does not tell which ones have an account.
    if (await findCredentials(tx, id, request.email))
      return { skipped: 'The address has an account already.' }
    const token = await openToken(tx, request, user.id)
    const recipient = { name: user.firstName, email: request.email }
    return { recipient, language: request.language, link: `${shop.origin}/confirm-email#token=${token}` }
  },
  'email changed': readNotice,
  async 'contact received'(tx, facts) {
    const found = await readContact(tx, facts)
    // No words of the form: a stranger can type another person's address.
    return 'skipped' in found ? found : { ...found, recipient: { name: '', email: found.contact.email } }
  },
  async 'contact message'(tx, facts) {
    const found = await readContact(tx, facts)
    if ('skipped' in found) return found
    const recipient = { name: facts.shop.name, email: facts.shop.email }
    return { ...found, language: null, recipient, replyTo: found.contact.email }
  },
  async 'newsletter confirmation'(tx, { tenant: { id }, subject, shop }) {
    const subscription = await findSubscription(tx, id, subject)
    if (!subscription) return { skipped: 'The request is gone.' }
    const { email, token, language, confirmedAt } = subscription
    if (confirmedAt) return { skipped: 'The address is subscribed already.' }
    return { recipient: { name: '', email }, language, link: `${shop.origin}/newsletter#confirm=${token}` }
  },
  async 'newsletter confirmed'(tx, { tenant: { id }, subject, shop }) {
    const subscription = await findSubscription(tx, id, subject)
    if (!subscription?.confirmedAt) return { skipped: 'The subscription has ended.' }
    const { email, token, language } = subscription
    return {
      ...{ recipient: { name: '', email }, language },
      link: `${shop.origin}/newsletter#unsubscribe=${token}`,
      unsubscribeUrl: `${shop.apiOrigin}/api/v1/newsletter/unsubscription?token=${token}`,
    }
  },
  'staff invitation': (tx, facts) => readStaffLink(tx, facts, 'invitation'),
  'staff password reset': (tx, facts) => readStaffLink(tx, facts, 'reset'),
  async 'mail test'(tx, { tenant: { id }, subject }) {
    const person = await findStaff(tx, id, subject)
    if (!person) return GONE_STAFF
    return { recipient: { name: person.name, email: person.email }, language: person.language }
  },
}

async function readStaffLink(
  tx: Transaction,
  { tenant: { id }, subject, now, shop }: Facts,
  kind: 'invitation' | 'reset',
): ReturnType<Reader> {
  const person = await findStaff(tx, id, subject)
  if (!person) return GONE_STAFF
  const { name, email, language } = person
  const token = await openLink(tx, person, kind, now)
  return { recipient: { name, email }, language, link: linkAddress(shop.apiOrigin, token) }
}

/** What the merchant's programs learn of an event. */
async function readEvent(tx: Transaction, facts: Facts): ReturnType<Reader> {
  const { tenant, event, subject: id, shop } = facts
  const common = { recipient: { name: shop.name, email: shop.email }, language: null }
  if (event === 'account.erased') return { ...common, account: { id } }
  if (event === 'newsletter.ended') return { ...common, subscription: { id } }
  if (event === 'contact.received') {
    const found = await readContact(tx, facts)
    return 'skipped' in found ? found : { ...found, ...common }
  }
  if (event === 'newsletter.confirmed') {
    const subscription = await findSubscription(tx, tenant.id, id)
    if (!subscription) return { skipped: 'The subscription has ended.' }
    return { ...common, subscription: { id, email: subscription.email } }
  }
  const user = await findUser(tx, tenant.id, id)
  if (!user) return { skipped: 'The account is gone.' }
  const { firstName, lastName, email } = user
  return { ...common, account: { id, name: `${firstName} ${lastName}`, email } }
}

async function readNotice(tx: Transaction, { tenant: { id }, subject }: Facts): ReturnType<Reader> {
  const request = await findRequest(tx, id, subject)
  const user = request && (await findUser(tx, id, request.userId ?? ''))
  if (!user) return { skipped: 'The account is gone.' }
  return { recipient: { name: user.firstName, email: request.email }, language: request.language }
}

type ContactPart = Omit<Part, 'recipient'> & { contact: NonNullable<Part['contact']> }

async function readContact(
  tx: Transaction,
  { tenant: { id }, subject: number }: Facts,
): Promise<ContactPart | { skipped: string }> {
  const found = await findContactMessage(tx, id, number)
  if (!found) return { skipped: 'The contact message is gone.' }
  const { name, email, subject, message, language } = found
  return { language, contact: { number: formatOrderNumber(number), name, email, subject, text: message } }
}
