/** Shown by a tab whose session another tab has ended or replaced. */
export const endedSessionMessages = {
  sessionEnded: { title: "You're signed out", body: 'Sign in to continue.' },
  detailsRemoved: { title: "You're signed out", body: 'Your details were removed from this page.' },
  accountChanged: {
    title: 'Another account is signed in',
    body: "The previous account's details were removed from this page.",
  },
}
