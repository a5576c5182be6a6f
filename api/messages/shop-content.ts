import { STAFF_PASSWORD_MIN_LENGTH } from '@tanabana/contract/constants.ts'
import type { ShopMessage, ShopMessageKind } from './channel.ts'
import { phrasesFor, shopperFooter, type Block, type Content, type Phrases } from './content.ts'
import type { Words } from './words/en.ts'

type Shown = Pick<Content, 'subject' | 'heading' | 'blocks'>
type Say = Phrases['say']

/** Renders what a message about no order says, for channels that reach people. */
export function renderShopContent(message: ShopMessage): Content {
  const { language, shop, contact } = message
  const { say } = phrasesFor(language, {
    shop: shop.name,
    ...(contact && { number: contact.number, sender: contact.name, topic: contact.subject }),
  })
  const { kind } = message
  if (kind === 'event') throw new Error('An event is sent as it is.')
  return { ...RENDERERS[kind](message, say), footer: footerOf({ ...message, kind }, say) }
}

const RENDERERS: Readonly<Record<ShopMessageKind, (message: ShopMessage, say: Say) => Shown>> = {
  'password reset': (message, say) => ({
    subject: say('resetSubject'),
    heading: say('resetHeading'),
    blocks: [
      ...hello(message, say),
      { text: say('reset') },
      ...lead(message, say, 'resetButton'),
      { text: say('linkValid') },
      { text: say('notAsked') },
    ],
  }),
  'password changed': (message, say) => ({
    subject: say('passwordChangedSubject'),
    heading: say('passwordChangedHeading'),
    blocks: [
      ...hello(message, say),
      { text: say('passwordChanged') },
      { text: say('notYou') },
      { button: say('loginButton'), url: `${message.shop.origin}/login` },
    ],
  }),
  'email confirmation': (message, say) => ({
    subject: say('newEmailSubject'),
    heading: say('newEmailHeading'),
    blocks: [
      ...hello(message, say),
      { text: say('newEmail') },
      ...lead(message, say, 'newEmailButton'),
      { text: say('linkValid') },
      { text: say('notAsked') },
    ],
  }),
  'email changed': (message, say) => ({
    subject: say('emailChangedSubject'),
    heading: say('emailChangedHeading'),
    blocks: [...hello(message, say), { text: say('emailChanged') }, { text: say('notYou') }],
  }),
  'contact received': (_message, say) => ({
    subject: say('contactReceivedSubject'),
    heading: say('contactReceivedHeading'),
    blocks: [{ text: say('contactReceived') }, { text: say('contactNotYou') }],
  }),
  'contact message': ({ contact }, say) => ({
    subject: say('contactSubject'),
    heading: say('contactHeading'),
    blocks: [
      {
        facts: [
          [say('contactNumber'), contact?.number ?? ''],
          [say('contactSender'), contact?.name ?? ''],
          [say('contactEmail'), contact?.email ?? ''],
          [say('contactTopic'), contact?.subject ?? ''],
        ],
      },
      ...(contact?.text ?? '')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((text) => ({ text })),
      { text: say('contactReply') },
    ],
  }),
  'newsletter confirmation': (message, say) => ({
    subject: say('newsletterSubject'),
    heading: say('newsletterHeading'),
    blocks: [
      { text: say('newsletter') },
      ...lead(message, say, 'newsletterButton'),
      { text: say('newsletterNotAsked') },
    ],
  }),
  'newsletter confirmed': (message, say) => ({
    subject: say('subscribedSubject'),
    heading: say('subscribedHeading'),
    blocks: [{ text: say('subscribed') }, ...lead(message, say, 'unsubscribeButton')],
  }),
  'staff invitation': (message, say) => ({
    subject: say('invitationSubject'),
    heading: say('invitationHeading'),
    blocks: [
      ...hello(message, say),
      { text: say('invitation', { min: String(STAFF_PASSWORD_MIN_LENGTH) }) },
      ...lead(message, say, 'invitationButton'),
      { text: say('invitationValid') },
    ],
  }),
  'staff password reset': (message, say) => ({
    subject: say('staffResetSubject'),
    heading: say('resetHeading'),
    blocks: [
      ...hello(message, say),
      { text: say('staffReset') },
      ...lead(message, say, 'resetButton'),
      { text: say('linkValid') },
      { text: say('notAsked') },
    ],
  }),
  'mail test': (message, say) => ({
    subject: say('mailTestSubject'),
    heading: say('mailTestHeading'),
    blocks: [...hello(message, say), { text: say('mailTest') }],
  }),
}

function hello({ recipient: { name } }: ShopMessage, say: Say): Block[] {
  return name ? [{ text: say('hello', { name }) }] : []
}

function lead({ link }: ShopMessage, say: Say, button: keyof Words): Block[] {
  return link === undefined ? [] : [{ button: say(button), url: link }]
}

function footerOf({ kind, role, shop }: ShopMessage & { kind: ShopMessageKind }, say: Say): string[] {
  if (role === 'merchant') return [say(WHY[kind])]
  return shopperFooter(shop, say, say(WHY[kind]))
}

/** Why the recipient gets the message. */
const WHY: Readonly<Record<ShopMessageKind, keyof Words>> = {
  'password reset': 'whyAccount',
  'password changed': 'whyAccount',
  'email confirmation': 'whyAccount',
  'email changed': 'whyAccount',
  'contact received': 'whyContact',
  'contact message': 'whyMerchant',
  'newsletter confirmation': 'whyNewsletter',
  'newsletter confirmed': 'whyNewsletter',
  'staff invitation': 'whyStaff',
  'staff password reset': 'whyStaff',
  'mail test': 'whyStaff',
}
