export const contactMessages = {
  sent: { title: 'Message Sent', body: "Thank you for contacting us. We'll get back to you shortly." },
}
