export const contactMessages = {
  sent: { title: 'Message Sent', body: "Thank you for contacting us. We'll get back to you shortly." },
  failed: {
    title: 'Message not sent',
    body: 'Your message is still in the form. Please try again in a moment, or email us.',
  },
  receipt: 'Your message has the number {number}. We have sent an acknowledgement to {email}.',
}
