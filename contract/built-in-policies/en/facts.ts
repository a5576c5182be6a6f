import type { PolicyFacts } from '../policy-facts.ts'

/** Parts of the built-in policies that depend on the store info, in English. */
export const facts: PolicyFacts = {
  courts: 'Bengaluru Urban district, Karnataka',
  returnCost: {
    customer: `We pay for the return of goods that are damaged, defective or wrong. For any other return, the courier’s
      charge for a parcel that you send yourself is yours.`,
    free: `Returns are free, whatever the reason: we collect the parcel, or refund the courier’s charge for a parcel that
      you send yourself.`,
  },
  ads: `<p>
    If you came by an ad and agreed, your browser keeps the ad's tags (such as <code>gclid</code> or
    <code>utm_campaign</code>) and the time for 30 days, and an order carries them, so that we know which ads work. No
    one else receives them. “Cookie settings” at the bottom of every page withdraws the consent and deletes them.
  </p>`,
  address: {
    account:
      'If “Save this address” is ticked when you order, your account keeps the delivery address for your next order, until you remove it at the checkout.',
    device:
      'If “Save this address” is ticked when you order, the delivery address is kept there, too, for your next order, until you remove it at the checkout or sign out.',
  },
  analytics: `<p>
    If you agreed, Google Analytics (Google LLC) sets cookies and learns which pages you view and what you buy here. Your
    name, email, phone and address are not sent to it, and it is not used to show you personal ads. Of some
    pages we count how fast your browser showed them. Without your consent nothing is sent to Google, and nothing counted. “Cookie settings” at the bottom of every page withdraws the consent and deletes
    the cookies.
  </p>`,
  officer: { title: 'The Grievance Officer', email: 'Email', phone: 'Phone', hours: 'Mon-Fri 10:00-17:00' },
}
