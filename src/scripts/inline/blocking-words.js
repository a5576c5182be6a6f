// Without its words, the page has English texts.
addEventListener('DOMContentLoaded', () => globalThis.pageWords ?? dispatchEvent(new Event('script-lost')))
// The words hold the parser up. When they do not arrive, show only that the page is incomplete.
setTimeout(() => {
  if (document.body) return
  const { title, documentElement } = document
  const { content } = document.getElementById('incomplete')
  // Ends the parser, which would wait for ever, and empties the document.
  document.open()
  document.close()
  document.title = title
  document.documentElement.lang = documentElement.lang
  content.querySelector('button').onclick = () => location.reload()
  document.body.append(content)
}, SCRIPT_TIMEOUT_MS)
