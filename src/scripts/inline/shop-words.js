// Adds the shop's own translations to those of the page; they replace none of ours.
try {
  const words = JSON.parse(document.getElementById('shop-words').textContent)
  globalThis.pageWords = Object.assign(Object.create(null), words, globalThis.pageWords)
} catch {
  // Show the shop's texts as they are.
}
