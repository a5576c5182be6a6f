// Give the consent bar its notice, return the focus after a choice, and load the script that applies it
// (scripts/consent-bar.ts): after the page, only when it measures visits, when the URL may have ad tags, or when the
// shopper chooses.
;(() => {
  const bar = document.getElementById('consent')
  const later = document.getElementById('later')
  bar.firstElementChild.append(' ', later.content.firstElementChild)
  let opener
  bar.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget && !bar.contains(relatedTarget)) opener = relatedTarget
  })

  let isWanted = later.dataset.asks === 'visits' || location.search || document.referrer.includes('?')
  // From the load of the page until the script is inserted.
  let mayLoad = false
  const load = () => {
    if (!isWanted || !mayLoad) return
    mayLoad = false
    requestAnimationFrame(() => setTimeout(() => document.body.append(later.content.cloneNode(true))))
  }
  addEventListener('load', () => {
    mayLoad = true
    load()
  })
  addEventListener('click', ({ target }) => {
    const button = target.closest('[data-consent], [data-asks-again]')
    if (!button) return
    const { consent } = button.dataset
    bar.hidden = consent
    if (consent) {
      later.dataset.choice = consent
      try {
        // The page may be left before scripts/consent-bar.ts saves it.
        localStorage.consent = JSON.stringify({
          choice: consent,
          at: new Date(),
          text: bar.firstElementChild.textContent,
        })
      } catch {
        // Without storage, the next page asks again.
      }
      ;(opener ?? document.getElementById('main')).focus({ preventScroll: !opener })
    } else {
      bar.focus()
      opener = button
    }
    isWanted = true
    load()
  })
})()
