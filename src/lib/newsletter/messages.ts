export const newsletterMessages = {
  subscribed: { title: 'Subscribed!', body: 'Thank you for subscribing to our newsletter.' },
  failed: { title: 'Not subscribed', body: 'Please try again in a moment.' },
  confirm:
    'Please open the link in the email that we have sent to {email}. Only then you get the newsletter.',
}
