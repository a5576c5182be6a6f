export const newsletterMessages = {
  subscribed: { title: 'Subscribed!', body: 'Thank you for subscribing to our newsletter.' },
}
