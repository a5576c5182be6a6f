/** Sentences of the pages that links of e-mails open. */
export const linkMessages = {
  incomplete: 'Please open the link from your email again.',
  emailQuestion: 'Do you want to use this email address for your account?',
  emailButton: 'Confirm the email address',
  emailDone: 'Your new email address is confirmed. Sign in with it from now on.',
  newsletterQuestion: 'Do you want our newsletter by email?',
  newsletterButton: 'Confirm the newsletter',
  newsletterDone: 'Thank you. You get our newsletter from now on.',
  endQuestion: 'Do you want to end our newsletter?',
  endButton: 'Unsubscribe',
  endDone: 'You get no more newsletters.',
}
